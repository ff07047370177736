package io.plugstream.webhook.deliver;

import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.model.webhook.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * How one POST ended.
 *
 * @param reused whether its connection had carried another request before
 * @param status the HTTP status, also of an answer that broke off later; null when none came
 * @param answer the beginning of the answer's body; null when no answer came
 * @param fault why no connection came about, if that is known
 */
record PostResult(
        Outcome outcome,
        boolean reused,
        @Nullable Integer status,
        @Nullable String answer,
        @Nullable ConnectionFault fault) {}
