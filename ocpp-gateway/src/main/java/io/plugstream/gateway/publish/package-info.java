/** Events and tables written to Kafka; done means acknowledged. */
@NullMarked
package io.plugstream.gateway.publish;

import org.jspecify.annotations.NullMarked;
