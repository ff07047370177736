package io.plugstream.api.database;

import java.time.Duration;
import org.springframework.dao.DataAccessException;
import reactor.util.retry.Retry;

/** How long database work may take. */
public final class DatabaseTimeouts {

    /**
     * Limit for one page, or for one change with its whole transaction, while the database responds. Beyond it the
     * response is 503. If the database does not respond, {@link SilenceWatch} ends the work within 2 s.
     */
    public static final Duration REQUEST = Duration.ofSeconds(4);

    /** Limit for a short statement inside other work. */
    public static final Duration LOOKUP = Duration.ofSeconds(2);

    /** Limit for a statement of periodic work, which nobody waits for. */
    public static final Duration SWEEP = Duration.ofSeconds(5);

    /** Limit for a batch of records from Kafka. Batches that take longer are halved. */
    public static final Duration BATCH = Duration.ofSeconds(30);

    /** Keeps the service starting while the database is slow or unavailable for a moment. */
    public static final Retry START_RETRY =
            Retry.fixedDelay(20, Duration.ofSeconds(1)).filter(DataAccessException.class::isInstance);

    private DatabaseTimeouts() {}
}
