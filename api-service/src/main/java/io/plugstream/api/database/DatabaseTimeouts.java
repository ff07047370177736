package io.plugstream.api.database;

import java.time.Duration;

/** How long database work may take while a client waits. */
public final class DatabaseTimeouts {

    /**
     * Limit for one page, or for one change with its whole transaction, while the database responds. Beyond it the
     * response is 503. If the database does not respond, {@link SilenceWatch} ends the work within 2 s.
     */
    public static final Duration REQUEST = Duration.ofSeconds(4);

    private DatabaseTimeouts() {}
}
