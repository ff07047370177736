package io.plugstream.base.kafka;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How services treat the topics of Kafka.
 *
 * @param waitAtStart how long a start waits for a broker that does not answer
 * @param createTopics whether services make the topics that are missing; off where somebody else makes them as the
 *     catalogue says
 * @param tablePatience how long the reader of a compacted topic may make no progress before readiness is down
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.kafka", ignoreUnknownFields = false)
public record TopicProperties(
        @NotNull @DurationMin(seconds = 1) @DefaultValue("60s")
        Duration waitAtStart,

        @DefaultValue("true") boolean createTopics,

        @NotNull @DurationMin(seconds = 1) @DefaultValue("30s")
        Duration tablePatience) {}
