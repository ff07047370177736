package io.plugstream.gateway.connection;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Timeouts and intervals of connections.
 *
 * @param pingInterval interval between pings; a connection is closed if nothing arrives between two pings, or if a
 *     charger that has sent pongs leaves a ping without one
 * @param heartbeatInterval heartbeat interval in the answer to BootNotification, in whole seconds
 * @param sendTimeout a charger that takes longer to read an answer is disconnected
 * @param frameTimeout how long a charger may take for each 64 KiB of a frame, or for a shorter one; a slower charger is
 *     disconnected
 * @param shutdownTimeout how long a stopping gateway waits for open CALLs and for the events of closed connections
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.connection", ignoreUnknownFields = false)
record ConnectionProperties(
        @DefaultValue("6s") @DurationMin(millis = 50) Duration pingInterval,

        @DefaultValue("300s") @DurationMin(seconds = 1) Duration heartbeatInterval,

        @DefaultValue("10s") @DurationMin(millis = 100) @DurationMax(minutes = 1)
        Duration sendTimeout,

        @DefaultValue("60s") @DurationMin(millis = 100) @DurationMax(hours = 1)
        Duration frameTimeout,

        @DefaultValue("15s") @DurationMin(millis = 100) Duration shutdownTimeout) {}
