/** Commands for chargers: queued here, sent by a gateway, stored with their results. */
@NullMarked
package io.plugstream.api.command;

import org.jspecify.annotations.NullMarked;
