/** Appends records to Kafka for callers that wait for the acknowledgement, and creates listeners of topics. */
@NullMarked
package io.plugstream.api.log;

import org.jspecify.annotations.NullMarked;
