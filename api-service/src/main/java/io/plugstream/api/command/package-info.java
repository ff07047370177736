/** Commands for chargers: queued here, sent by a gateway, and what became of them. */
@NullMarked
package io.plugstream.api.command;

import org.jspecify.annotations.NullMarked;
