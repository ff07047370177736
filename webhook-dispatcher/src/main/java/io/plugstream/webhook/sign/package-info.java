/** Signatures of deliveries according to Standard Webhooks 1.0. */
@NullMarked
package io.plugstream.webhook.sign;

import org.jspecify.annotations.NullMarked;
