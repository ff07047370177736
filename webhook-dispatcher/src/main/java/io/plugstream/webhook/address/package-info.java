/** Resolves names to allowed addresses only, so that the checked address is the one that is connected to. */
@NullMarked
package io.plugstream.webhook.address;

import org.jspecify.annotations.NullMarked;
