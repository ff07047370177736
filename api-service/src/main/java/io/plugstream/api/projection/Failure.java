package io.plugstream.api.projection;

import io.r2dbc.spi.R2dbcException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Distinguishes events that can never be stored from temporary failures of the database. */
final class Failure {

    /** query_canceled, lock_not_available. */
    private static final Set<String> TOO_SLOW = Set.of("57014", "55P03");

    private Failure() {}

    /**
     * Whether the events caused the failure: the database rejects their values (SQLSTATE classes 22 and 23), or a
     * required field is missing. All other failures may be temporary.
     */
    static boolean isOfEvents(Throwable failure) {
        List<Throwable> causes = causes(failure);
        for (Throwable cause : causes) {
            if (cause instanceof R2dbcException refusal) {
                String state = refusal.getSqlState();
                return state != null && (state.startsWith("22") || state.startsWith("23"));
            }
        }
        return causes.stream()
                .anyMatch(cause -> cause instanceof NullPointerException || cause instanceof ArithmeticException);
    }

    /**
     * Whether the database cancelled a statement because it took too long, or waited too long for a lock. Fewer rows
     * may succeed. False if the database does not answer at all.
     */
    static boolean isOfSize(Throwable failure) {
        return causes(failure).stream()
                .anyMatch(cause -> cause instanceof R2dbcException refusal
                        && refusal.getSqlState() != null
                        && TOO_SLOW.contains(refusal.getSqlState()));
    }

    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        @Nullable Throwable cause = failure;
        while (cause != null && causes.size() < 20) {
            causes.add(cause);
            cause = cause.getCause();
        }
        return causes;
    }
}
