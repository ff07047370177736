package io.plugstream.api.database;

import java.time.Duration;
import java.time.Instant;
import org.springframework.r2dbc.core.DatabaseClient.GenericExecuteSpec;

/**
 * For statements that delete rows older than {@code :oldest}. A row is old if it is so by the clocks of both the replica
 * and the database: a replica whose clock is ahead would delete young rows.
 */
public final class OldRows {

    private static final String OLDEST =
            "least(CAST(:oldest AS timestamptz), now() - :kept * interval '1 millisecond')";

    private OldRows() {}

    /** {@code statement} with {@code :oldest} bounded by the database's clock. */
    public static String bounded(String statement) {
        return statement.replace(":oldest", OLDEST);
    }

    /**
     * Binds the parameters of a {@link #bounded} statement.
     *
     * @param now by the replica's clock
     * @param kept how long rows are kept
     */
    public static GenericExecuteSpec bind(GenericExecuteSpec statement, Instant now, Duration kept) {
        return statement.bind("oldest", now.minus(kept)).bind("kept", kept.toMillis());
    }
}
