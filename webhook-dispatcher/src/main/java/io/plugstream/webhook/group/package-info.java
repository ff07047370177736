/** Work on the log: membership in a consumer group whose offsets are committed together with what was made of the records. */
@NullMarked
package io.plugstream.webhook.group;

import org.jspecify.annotations.NullMarked;
