package io.plugstream.model.command;

import com.fasterxml.jackson.annotation.JsonValue;

/** Why a gateway has no answer of the charger to give. */
public enum CommandFailure {
    /** The command's life ended before the charger answered. */
    TIMED_OUT("TimedOut", "The charger did not answer in time."),
    /** The connection ended before the charger answered; it may have acted all the same. */
    CONNECTION_LOST("ConnectionLost", "The connection ended before the charger answered."),
    /** Too many commands wait for this charger; this one was not sent. */
    LINE_FULL("LineFull", "Too many commands wait for this charger; this one was not sent."),
    /** The gateway got the command too late to send it. */
    NOT_SENT_IN_TIME("NotSentInTime", "The command reached the gateway too late and was not sent."),
    /** The charger's answer has characters that no text may have. */
    UNREADABLE_ANSWER("UnreadableAnswer", "The charger's answer cannot be read.");

    private final String code;
    private final String message;

    CommandFailure(String code, String message) {
        this.code = code;
        this.message = message;
    }

    /** The code in topics and the API, spelled as OCPP spells its own. */
    @JsonValue
    public String code() {
        return code;
    }

    /** What happened, for a person. */
    public String message() {
        return message;
    }
}
