/** Kafka as every service uses it: topics created before startup, compacted topics as in-memory tables, health. */
@NullMarked
package io.plugstream.base.kafka;

import org.jspecify.annotations.NullMarked;
