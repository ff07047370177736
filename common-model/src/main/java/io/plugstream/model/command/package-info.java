/** Commands for chargers, their results and reports. */
@NullMarked
package io.plugstream.model.command;

import org.jspecify.annotations.NullMarked;
