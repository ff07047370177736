/** Kafka as the dispatcher uses it: reading to the end, and what cannot be read. */
@NullMarked
package io.plugstream.webhook.log;

import org.jspecify.annotations.NullMarked;
