/** Commands for chargers: read from Kafka, sent one after the other, and what became of them. */
@NullMarked
package io.plugstream.gateway.command;

import org.jspecify.annotations.NullMarked;
