/** The catalogue of Kafka topics: name, key, value, partitions and retention of each, declared once. */
@NullMarked
package io.plugstream.model.topic;

import org.jspecify.annotations.NullMarked;
