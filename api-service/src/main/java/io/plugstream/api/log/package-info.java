/** Appending to Kafka what somebody waits for, and listening to topics. */
@NullMarked
package io.plugstream.api.log;

import org.jspecify.annotations.NullMarked;
