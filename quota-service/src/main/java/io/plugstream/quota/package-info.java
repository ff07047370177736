/** Decides each API call by its organisation's daily quota, in the order of the log. */
@NullMarked
package io.plugstream.quota;

import org.jspecify.annotations.NullMarked;
