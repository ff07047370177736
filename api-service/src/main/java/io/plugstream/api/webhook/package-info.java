/** Webhooks: registration, rules, secrets, and sample events. */
@NullMarked
package io.plugstream.api.webhook;

import org.jspecify.annotations.NullMarked;
