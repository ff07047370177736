/** Commands for chargers on their way out, and what became of them on its way back. */
@NullMarked
package io.plugstream.model.command;

import org.jspecify.annotations.NullMarked;
