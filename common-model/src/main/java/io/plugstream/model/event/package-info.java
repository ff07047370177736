/**
 * What happens to chargers: the seven events, the record that carries one through Kafka, and the envelope that webhooks get;
 * and what else chargers report.
 */
@NullMarked
package io.plugstream.model.event;

import org.jspecify.annotations.NullMarked;
