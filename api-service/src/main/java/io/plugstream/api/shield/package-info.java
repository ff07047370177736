/** Protection against guessing credentials, by address. */
@NullMarked
package io.plugstream.api.shield;

import org.jspecify.annotations.NullMarked;
