/** The POST: one waiting line for each endpoint, five seconds for each attempt, never a second one. */
@NullMarked
package io.plugstream.webhook.deliver;

import org.jspecify.annotations.NullMarked;
