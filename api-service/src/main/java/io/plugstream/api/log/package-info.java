/** Appending to Kafka what somebody waits for. */
@NullMarked
package io.plugstream.api.log;

import org.jspecify.annotations.NullMarked;
