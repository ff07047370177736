package io.plugstream.api.database;

import java.time.Duration;

/** How long work in the database may take while somebody waits for it. */
public final class DatabaseTimeouts {

    /** What a request asks for: a page, or a change with all that goes with it. Then it is answered 503. */
    public static final Duration REQUEST = Duration.ofSeconds(4);

    private DatabaseTimeouts() {}
}
