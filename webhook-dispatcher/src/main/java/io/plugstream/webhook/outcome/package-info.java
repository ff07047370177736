/** How each delivery ended: recorded by whoever made the attempt, or as unknown by the sweep. */
@NullMarked
package io.plugstream.webhook.outcome;

import org.jspecify.annotations.NullMarked;
