/** The W3C trace context, from one service through Kafka to the next. */
@NullMarked
package io.plugstream.base.trace;

import org.jspecify.annotations.NullMarked;
