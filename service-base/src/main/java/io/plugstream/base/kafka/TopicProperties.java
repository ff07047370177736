package io.plugstream.base.kafka;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How services treat the topics of Kafka.
 *
 * @param waitAtStart how long a start waits for a broker that does not answer
 * @param createTopics whether services make the topics that are missing; off where somebody else makes them as the
 *     catalogue says
 * @param checkTopics whether a start holds the topics that are there against the catalogue, and is refused if records could
 *     be lost or counted wrongly
 * @param replicas how many replicas a partition gets and must have. Unless set, topics get the brokers' default and must
 *     have as many as there are brokers, at most 3
 * @param tablePatience how long the reader of a compacted topic may make no progress before readiness is down
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.kafka", ignoreUnknownFields = false)
public record TopicProperties(
        @NotNull @DurationMin(seconds = 1) @DefaultValue("60s")
        Duration waitAtStart,

        @DefaultValue("true") boolean createTopics,
        @DefaultValue("true") boolean checkTopics,
        @Nullable @Min(1) @Max(32) Integer replicas,

        @NotNull @DurationMin(seconds = 1) @DefaultValue("30s")
        Duration tablePatience) {}
