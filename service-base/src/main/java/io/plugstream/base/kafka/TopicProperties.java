package io.plugstream.base.kafka;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How services create and check Kafka topics.
 *
 * @param waitAtStart how long a service waits at startup for a broker that does not answer, or for missing brokers if
 *     there are fewer than a new topic has replicas
 * @param createTopics whether services create missing topics; switch this off if you create them yourself as the
 *     catalogue specifies
 * @param checkTopics whether a service compares existing topics with the catalogue at startup, and does not start if
 *     records could be lost or counted wrongly
 * @param replicas how many replicas a new partition gets and every partition must have. Unless set, new topics get the
 *     brokers' default, and every partition must have as many replicas as there are brokers, at most 3
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.kafka", ignoreUnknownFields = false)
public record TopicProperties(
        @DurationMin(seconds = 1) @DefaultValue("60s") Duration waitAtStart,

        @DefaultValue("true") boolean createTopics,
        @DefaultValue("true") boolean checkTopics,
        @Nullable @Min(1) @Max(32) Integer replicas) {}
