/**
 * What happens to chargers: the seven events, their record in Kafka, the envelope that webhooks receive, and chargers'
 * other reports.
 */
@NullMarked
package io.plugstream.model.event;

import org.jspecify.annotations.NullMarked;
