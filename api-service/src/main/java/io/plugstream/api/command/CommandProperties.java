package io.plugstream.api.command;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How commands are issued.
 *
 * @param patience the longest time that an HTTP call waits for the charger's answer; at most 10 s, because its
 *     Idempotency-Key counts as lost after 30 s
 * @param sweepAfter how long a command's result may still arrive after the command has expired; more than 5 s, by which
 *     the clocks of instances may differ
 * @param keep how long commands are kept and can be read
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.commands", ignoreUnknownFields = false)
public record CommandProperties(
        @DefaultValue("10s") @DurationMin(millis = 0) @DurationMax(seconds = 10)
        Duration patience,

        @DefaultValue("6s") @DurationMin(millis = 0) Duration sweepAfter,

        @DefaultValue("30d") @DurationMin(minutes = 10) Duration keep) {}
