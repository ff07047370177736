package io.plugstream.benchmark.whole;

import java.util.Locale;

/** The kinds of messages that OCPP 1.6 chargers send in sequence. */
enum Kind {
    /** All other kinds except heartbeats. */
    SESSIONS,
    STATUSES,
    HEARTBEATS,
    /** Starts and stops in turn. */
    TRANSACTIONS,
    /** One start, then readings. */
    READINGS;

    private static final int STEPS_OF_A_SESSION = 10;
    private static final int LAST_READING = 7;

    enum Message {
        START,
        STATUS,
        READING,
        STOP,
        HEARTBEAT
    }

    /** The message that a charger sends after {@code step} others of this kind. */
    Message message(int step) {
        return switch (this) {
            case SESSIONS -> ofASession(step % STEPS_OF_A_SESSION);
            case STATUSES -> Message.STATUS;
            case HEARTBEATS -> Message.HEARTBEAT;
            case TRANSACTIONS -> step % 2 == 0 ? Message.START : Message.STOP;
            case READINGS -> step == 0 ? Message.START : Message.READING;
        };
    }

    private static Message ofASession(int step) {
        if (step == 0) {
            return Message.START;
        }
        if (step == 1 || step == STEPS_OF_A_SESSION - 1) {
            return Message.STATUS;
        }
        return step <= LAST_READING ? Message.READING : Message.STOP;
    }

    /** Whether each message becomes an event that receivers get. */
    boolean isHeardOf() {
        return this != HEARTBEATS;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
