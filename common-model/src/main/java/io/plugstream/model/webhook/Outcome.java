package io.plugstream.model.webhook;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a delivery ended. Every delivery ends in exactly one. */
public enum Outcome {
    /** The receiver answered 2xx in time. */
    DELIVERED,
    /** The receiver answered something else. */
    REJECTED,
    /** No whole answer within 5 seconds, counted from before the name was resolved. */
    TIMED_OUT,
    /** No connection came about; nothing was sent. */
    CONNECT_FAILED,
    /** The connection broke after the request went out. */
    DISCONNECTED,
    /** The address is not allowed. */
    BLOCKED,
    /** The endpoint is too slow for its events. */
    SHED,
    /** A dispatcher died with the POST in flight; it may or may not have arrived. */
    UNKNOWN;

    /** The name in topics and the API, such as {@code timed_out}. */
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
