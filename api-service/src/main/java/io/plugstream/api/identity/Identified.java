package io.plugstream.api.identity;

import org.jspecify.annotations.Nullable;

/**
 * Whom a valid credential belongs to.
 *
 * @param caller null for an operator who belongs to no organisation
 * @param operator whether it is an operator's
 */
record Identified(@Nullable Caller caller, boolean operator) {

    static Identified as(Caller caller) {
        return new Identified(caller, caller.operator());
    }

    static Identified asOperator() {
        return new Identified(null, true);
    }
}
