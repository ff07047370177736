package io.plugstream.benchmark.whole;

import tools.jackson.databind.JsonNode;

/** The number of each message of a load, in a field that its event keeps everywhere. */
final class Numbers {

    /** The number of an event that does not belong to the load. */
    static final long NONE = -1;

    private Numbers() {}

    /** @param envelope an event as receivers and streams get it */
    static long of(JsonNode envelope) {
        JsonNode data = envelope.path("data");
        return switch (envelope.path("event").stringValue("")) {
            case "transaction.started" -> data.path("meterStart").longValue(NONE);
            case "transaction.updated" ->
                data.path("meterValues").path(0).path("value").decimalValue().longValue();
            case "transaction.stopped" -> data.path("meterStop").longValue(NONE);
            case "connector.status_changed" -> number(data.path("info").stringValue(""));
            default -> NONE;
        };
    }

    private static long number(String text) {
        return text.isEmpty() ? NONE : Long.parseLong(text);
    }
}
