package io.plugstream.sandbox.charger;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the simulation of test chargers.
 *
 * @param gateway the gateway's URL for test chargers, as this service reaches it
 * @param mostChargers maximum number of test chargers awake on this instance; further chargers stay asleep
 * @param sleepAfter a test charger that is unused for longer is put to sleep
 * @param orderLife an order that is older when it is read is dropped
 */
@ConfigurationProperties(prefix = "plugstream.simulation", ignoreUnknownFields = false)
public record SimulationProperties(
        @DefaultValue("ws://localhost:8081/ocpp") URI gateway,
        @DefaultValue("1000") int mostChargers,
        @DefaultValue("1h") Duration sleepAfter,
        @DefaultValue("30s") Duration orderLife) {

    public SimulationProperties {
        if (!"ws".equals(gateway.getScheme()) && !"wss".equals(gateway.getScheme())) {
            throw new IllegalArgumentException("plugstream.simulation.gateway must be a ws:// or wss:// address");
        }
        if (mostChargers < 0) {
            throw new IllegalArgumentException("plugstream.simulation.most-chargers must not be negative");
        }
        if (!sleepAfter.isPositive()) {
            throw new IllegalArgumentException("plugstream.simulation.sleep-after must be positive");
        }
        if (!orderLife.isPositive()) {
            throw new IllegalArgumentException("plugstream.simulation.order-life must be positive");
        }
    }
}
