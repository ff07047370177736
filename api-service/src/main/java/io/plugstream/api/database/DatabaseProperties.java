package io.plugstream.api.database;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How a database that vanishes without a word is noticed.
 *
 * @param silence how long the database may leave a statement without any answer before the connection is given up, and
 *     with it every other that has heard nothing since; longer than any statement may take
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.database", ignoreUnknownFields = false)
public record DatabaseProperties(
        @DefaultValue("5s") @NotNull @DurationMin(seconds = 3)
        Duration silence) {}
