/** Signatures of deliveries, as Standard Webhooks 1.0 describe them. */
@NullMarked
package io.plugstream.webhook.sign;

import org.jspecify.annotations.NullMarked;
