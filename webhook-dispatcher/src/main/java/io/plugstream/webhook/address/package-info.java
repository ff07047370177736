/** Names are resolved to allowed addresses only, so that the address checked is the address dialled. */
@NullMarked
package io.plugstream.webhook.address;

import org.jspecify.annotations.NullMarked;
