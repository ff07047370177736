package io.plugstream.local.demo;

import java.util.Map;

/** What a charger answers to a CALL. */
sealed interface CommandAnswer {

    /** A CALLRESULT. */
    record Result(Map<String, ?> payload) implements CommandAnswer {}

    /** A CALLERROR. */
    record Refusal(String code, String description) implements CommandAnswer {}

    static CommandAnswer status(String status) {
        return new Result(Map.of("status", status));
    }
}
