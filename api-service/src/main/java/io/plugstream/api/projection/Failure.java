package io.plugstream.api.projection;

import io.plugstream.base.Causes;
import io.r2dbc.spi.R2dbcException;
import java.util.List;

/** Distinguishes records that can never be stored from temporary failures of the database. */
final class Failure {

    private Failure() {}

    /**
     * Whether the records caused the failure: the database rejects their values (SQLSTATE classes 22 and 23), or a
     * required field is missing. All other failures may be temporary.
     */
    static boolean isOfRecords(Throwable failure) {
        List<Throwable> causes = Causes.of(failure).toList();
        for (Throwable cause : causes) {
            if (cause instanceof R2dbcException refusal) {
                String state = refusal.getSqlState();
                return state != null && (state.startsWith("22") || state.startsWith("23"));
            }
        }
        return causes.stream()
                .anyMatch(cause -> cause instanceof NullPointerException || cause instanceof ArithmeticException);
    }
}
