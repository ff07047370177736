/** Webhooks: registration, rules, and what the dispatcher is told of them. */
@NullMarked
package io.plugstream.api.webhook;

import org.jspecify.annotations.NullMarked;
