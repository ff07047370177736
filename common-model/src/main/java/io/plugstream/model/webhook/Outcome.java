package io.plugstream.model.webhook;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a delivery ended. Every delivery has exactly one outcome. */
public enum Outcome {
    /** The receiver answered 2xx in time. */
    DELIVERED,
    /** The receiver answered with another status. */
    REJECTED,
    /** No complete answer within 5 seconds, including name resolution. */
    TIMED_OUT,
    /** The connection failed; nothing was sent. */
    CONNECT_FAILED,
    /** The connection broke after the request was sent. */
    DISCONNECTED,
    /** The address is not allowed. */
    BLOCKED,
    /** The delivery was dropped because the endpoint is too slow for its events. */
    SHED,
    /** A dispatcher crashed during the POST, which may or may not have arrived. */
    UNKNOWN;

    /** The name in topics and the API, such as {@code timed_out}. */
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
