package io.plugstream.model.webhook;

import io.plugstream.model.json.WireName;

/** How a delivery ended. Every delivery has exactly one outcome. */
public enum Outcome implements WireName {
    /** The receiver answered 2xx in time. */
    DELIVERED,
    /** The receiver answered with another status. */
    REJECTED,
    /** No complete answer within 5 seconds, including name resolution. Perhaps there was not even a connection. */
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
    UNKNOWN
}
