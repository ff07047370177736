package io.plugstream.api.database;

import java.time.Duration;

/** How long database work may take while a client waits. */
public final class DatabaseTimeouts {

    /** Limit for one page, or for one change with its whole transaction. Beyond it the response is 503. */
    public static final Duration REQUEST = Duration.ofSeconds(4);

    private DatabaseTimeouts() {}
}
