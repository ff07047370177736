package io.plugstream.api.database;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Detection of a database that stops responding.
 *
 * @param silence how long a statement may go unanswered before its connection is closed, with every other connection
 *     that has received nothing since; longer than PostgreSQL lets any statement take
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.database", ignoreUnknownFields = false)
public record DatabaseProperties(
        @DefaultValue("1900ms") @DurationMin(millis = 1_700) Duration silence) {}
