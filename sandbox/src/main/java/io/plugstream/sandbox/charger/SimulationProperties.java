package io.plugstream.sandbox.charger;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the simulation of test chargers.
 *
 * @param gateway the gateway's URL for test chargers, as this service reaches it
 * @param mostChargers maximum number of test chargers awake on this instance; further chargers stay asleep
 * @param sleepAfter a test charger that is unused for longer is put to sleep
 * @param orderLife an order that is older when it is read is dropped
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.simulation", ignoreUnknownFields = false)
public record SimulationProperties(
        @DefaultValue("ws://localhost:8081/ocpp") URI gateway,
        @DefaultValue("1000") @Min(0) int mostChargers,
        @DefaultValue("1h") @DurationMin(nanos = 1) Duration sleepAfter,
        @DefaultValue("30s") @DurationMin(nanos = 1) Duration orderLife) {

    @AssertTrue(message = "plugstream.simulation.gateway must be a ws:// or wss:// address")
    public boolean isGatewayWebSocket() {
        return "ws".equals(gateway.getScheme()) || "wss".equals(gateway.getScheme());
    }
}
