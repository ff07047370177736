/** Writes of the sandbox to Kafka. */
@NullMarked
package io.plugstream.sandbox.log;

import org.jspecify.annotations.NullMarked;
