/** Which webhooks an event is for. */
@NullMarked
package io.plugstream.webhook.match;

import org.jspecify.annotations.NullMarked;
