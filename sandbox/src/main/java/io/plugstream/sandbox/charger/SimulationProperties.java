package io.plugstream.sandbox.charger;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How test chargers are simulated.
 *
 * @param gateway where test chargers connect: the gateway's address as this service reaches it
 * @param mostChargers how many test chargers are awake on this instance at most; more stay asleep
 * @param sleepAfter a test charger that nobody uses for so long is put to sleep
 * @param orderLife an order that is taken later is dropped
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
