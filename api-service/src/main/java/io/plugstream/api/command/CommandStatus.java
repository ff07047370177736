package io.plugstream.api.command;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The progress of a command. */
enum CommandStatus {
    QUEUED,
    SENT,
    ACCEPTED,
    REJECTED,
    FAILED,
    TIMED_OUT;

    @JsonValue
    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static CommandStatus named(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }

    /** Whether the status is final. */
    boolean isEnd() {
        return this != QUEUED && this != SENT;
    }
}
