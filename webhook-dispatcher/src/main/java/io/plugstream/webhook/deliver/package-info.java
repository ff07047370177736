/** The POSTs: one queue for each webhook, five seconds for each attempt, no retries. */
@NullMarked
package io.plugstream.webhook.deliver;

import org.jspecify.annotations.NullMarked;
