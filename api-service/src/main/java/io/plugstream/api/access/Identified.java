package io.plugstream.api.access;

import org.jspecify.annotations.Nullable;

/**
 * Whom a valid credential belongs to.
 *
 * @param caller null for an operator who belongs to no organisation
 */
record Identified(@Nullable Caller caller) {

    boolean isOperator() {
        return caller == null || caller.operator();
    }
}
