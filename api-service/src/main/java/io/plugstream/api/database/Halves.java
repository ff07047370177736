package io.plugstream.api.database;

import io.plugstream.base.Causes;
import io.r2dbc.spi.R2dbcException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Writes batches that may be too large for the time that a statement has. */
public final class Halves {

    private static final String QUERY_CANCELED = "57014";
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final Set<String> TOO_SLOW = Set.of(QUERY_CANCELED, LOCK_NOT_AVAILABLE);

    private Halves() {}

    /** Calls {@code work} with {@code batch}, and again with each half if the database says that it took too long. */
    public static <T> void apply(List<T> batch, Consumer<List<T>> work) {
        try {
            work.accept(batch);
        } catch (RuntimeException e) {
            if (batch.size() < 2 || !isTooSlow(e)) {
                throw e;
            }
            apply(batch.subList(0, batch.size() / 2), work);
            apply(batch.subList(batch.size() / 2, batch.size()), work);
        }
    }

    /**
     * Whether the database cancelled a statement because it took too long, or waited too long for a lock. Fewer rows
     * may succeed. False if the database does not answer at all.
     */
    public static boolean isTooSlow(Throwable failure) {
        return hasState(failure, TOO_SLOW);
    }

    /** Whether a statement waited too long for a lock. That may be the fault of others, such as a migration. */
    public static boolean isLocked(Throwable failure) {
        return hasState(failure, Set.of(LOCK_NOT_AVAILABLE));
    }

    private static boolean hasState(Throwable failure, Set<String> states) {
        return Causes.of(failure)
                .anyMatch(cause -> cause instanceof R2dbcException refusal
                        && refusal.getSqlState() != null
                        && states.contains(refusal.getSqlState()));
    }
}
