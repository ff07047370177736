/** Reads ranges of the log. */
@NullMarked
package io.plugstream.webhook.log;

import org.jspecify.annotations.NullMarked;
