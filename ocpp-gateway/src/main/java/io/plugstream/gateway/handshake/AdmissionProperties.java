package io.plugstream.gateway.handshake;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How many chargers are let in at once.
 *
 * @param concurrent new connections that are announced to Kafka at a time
 * @param waiting new connections that may wait for their turn; while so many do, further chargers are told to come later
 * @param patience how long one waits for its turn before its socket is closed; whoever would wait for more than half of that is told to come later
 * @param expectedPerSecond how many new connections a second are expected to be let in until that has been measured
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.admission", ignoreUnknownFields = false)
record AdmissionProperties(
        @DefaultValue("64") @Min(1) int concurrent,
        @DefaultValue("2000") @Min(1) int waiting,

        @DefaultValue("10s") @NotNull @DurationMin(millis = 100)
        Duration patience,

        @DefaultValue("400") @Min(1) int expectedPerSecond) {}
