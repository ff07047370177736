/** The delivery log of webhooks. */
@NullMarked
package io.plugstream.api.webhook.delivery;

import org.jspecify.annotations.NullMarked;
