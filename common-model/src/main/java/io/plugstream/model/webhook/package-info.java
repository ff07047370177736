/** Webhooks as the API publishes them, and deliveries as the dispatcher records them. */
@NullMarked
package io.plugstream.model.webhook;

import org.jspecify.annotations.NullMarked;
