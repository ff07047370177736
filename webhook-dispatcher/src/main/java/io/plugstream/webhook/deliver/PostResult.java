package io.plugstream.webhook.deliver;

import io.plugstream.model.webhook.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * How one POST ended.
 *
 * @param reused whether its connection had carried another request before
 * @param status the HTTP status, also of an answer that broke off later; null when none came
 */
record PostResult(Outcome outcome, boolean reused, @Nullable Integer status) {}
