package io.plugstream.gateway.handshake;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Limits for new connections.
 *
 * @param concurrent maximum number of new connections that are announced to Kafka at the same time
 * @param waiting maximum number of new connections that wait for their turn; further chargers get 503 with Retry-After
 * @param patience how long a connection waits for its turn before its socket is closed; a charger that would wait
 *     longer than half of this gets 503 with Retry-After
 * @param expectedPerSecond expected number of admitted connections per second: used until the rate is measured, and the least that
 *     Retry-After assumes
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.admission", ignoreUnknownFields = false)
record AdmissionProperties(
        @DefaultValue("64") @Min(1) int concurrent,
        @DefaultValue("2000") @Min(1) int waiting,

        @DefaultValue("10s") @DurationMin(millis = 100) Duration patience,

        @DefaultValue("400") @Min(1) int expectedPerSecond) {}
