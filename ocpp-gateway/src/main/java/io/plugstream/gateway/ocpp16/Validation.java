package io.plugstream.gateway.ocpp16;

import java.util.Set;

/** The verdict on a payload. */
public sealed interface Validation {

    /**
     * It holds this request.
     *
     * @param deviations the rules that it breaks, which are not held against it
     */
    record Valid(Request request, Set<Deviation> deviations) implements Validation {

        public Valid {
            deviations = Set.copyOf(deviations);
        }
    }

    /** It breaks the schema. */
    record Invalid(Violation violation) implements Validation {}
}
