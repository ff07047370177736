package io.plugstream.api.command;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How far a command has come. */
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

    /** Whether nothing more will become of it. */
    boolean isEnd() {
        return this != QUEUED && this != SENT;
    }
}
