/** Matches events with subscribed webhooks. */
@NullMarked
package io.plugstream.webhook.match;

import org.jspecify.annotations.NullMarked;
