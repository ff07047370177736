package io.plugstream.model.command;

import com.fasterxml.jackson.annotation.JsonValue;

/** Why a command got no answer from the charger, or none that can be passed on. */
public enum CommandFailure {
    /** The command timed out before the charger answered. */
    TIMED_OUT("TimedOut", "The charger did not answer in time."),
    /** The connection ended before the charger answered; it may have acted on the command nevertheless. */
    CONNECTION_LOST("ConnectionLost", "The connection ended before the charger answered."),
    /** Too many commands wait for this charger; this one was not sent. */
    QUEUE_FULL("LineFull", "Too many commands wait for this charger; this one was not sent."),
    /** The gateway got the command too late to send it. */
    NOT_SENT_IN_TIME("NotSentInTime", "The command reached the gateway too late and was not sent."),
    /** The charger's answer is malformed, contains characters that JSON text may not contain, or is too large. */
    UNREADABLE_ANSWER("UnreadableAnswer", "The charger's answer cannot be read.");

    private final String code;
    private final String message;

    CommandFailure(String code, String message) {
        this.code = code;
        this.message = message;
    }

    /** The code in topics and the API, in the spelling of OCPP's error codes. */
    @JsonValue
    public String code() {
        return code;
    }

    /** A description for people. */
    public String message() {
        return message;
    }
}
