/** Protection against guessed credentials: the client address that an attempt counts for. */
@NullMarked
package io.plugstream.base.shield;

import org.jspecify.annotations.NullMarked;
