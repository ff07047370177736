package io.plugstream.benchmark.whole;

import java.util.Locale;

/** What chargers of OCPP 1.6 send, one message after the other. */
enum Kind {
    /** All of the others but heartbeats. */
    SESSIONS,
    STATUSES,
    HEARTBEATS,
    /** A start and a stop in turn. */
    TRANSACTIONS,
    /** One start, then one reading after the other. */
    READINGS;

    private static final int STEPS_OF_A_SESSION = 10;
    private static final int LAST_READING = 7;

    /** A message. */
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

    /** Whether each is an event of which receivers hear. */
    boolean isHeardOf() {
        return this != HEARTBEATS;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
