/** The catalogue of Kafka topics: name, key, value, partitions and retention of each topic. */
@NullMarked
package io.plugstream.model.topic;

import org.jspecify.annotations.NullMarked;
