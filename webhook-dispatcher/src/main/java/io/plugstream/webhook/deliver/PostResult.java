package io.plugstream.webhook.deliver;

import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.model.webhook.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * How one POST ended.
 *
 * @param reused whether its connection had carried an earlier request
 * @param status the HTTP status, even of an answer that broke off later; null if there was none
 * @param answer the beginning of the answer's body; null if there was no answer
 * @param fault why the connection failed, if known
 */
record PostResult(
        Outcome outcome,
        boolean reused,
        @Nullable Integer status,
        @Nullable String answer,
        @Nullable ConnectionFault fault) {}
