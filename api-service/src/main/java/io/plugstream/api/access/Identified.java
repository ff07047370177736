package io.plugstream.api.access;

import org.jspecify.annotations.Nullable;

/**
 * The owner of a valid credential.
 *
 * @param caller null for an operator without an organisation
 */
record Identified(@Nullable Caller caller) {

    boolean isOperator() {
        return caller == null || caller.operator();
    }
}
