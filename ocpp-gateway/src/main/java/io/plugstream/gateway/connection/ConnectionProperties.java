package io.plugstream.gateway.connection;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How connections are kept.
 *
 * @param pingInterval a connection is pinged this often; one that sends nothing from one ping to the next is closed
 * @param heartbeatInterval what a BootNotification is answered with, in whole seconds
 * @param sendTimeout a charger that takes longer to read an answer is cut off
 * @param shutdownTimeout how long a stopping gateway waits for CALLs in work and farewells
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.connection", ignoreUnknownFields = false)
record ConnectionProperties(
        @DefaultValue("6s") @NotNull @DurationMin(millis = 50)
        Duration pingInterval,

        @DefaultValue("300s") @NotNull @DurationMin(seconds = 1)
        Duration heartbeatInterval,

        @DefaultValue("10s") @NotNull @DurationMin(millis = 100) @DurationMax(minutes = 1)
        Duration sendTimeout,

        @DefaultValue("15s") @NotNull @DurationMin(millis = 100)
        Duration shutdownTimeout) {}
