/** Protection against guessing credentials: whose address an attempt counts for. */
@NullMarked
package io.plugstream.base.shield;

import org.jspecify.annotations.NullMarked;
