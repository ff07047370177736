/** Reads commands from Kafka, sends them to chargers one after another, and publishes their results. */
@NullMarked
package io.plugstream.gateway.command;

import org.jspecify.annotations.NullMarked;
