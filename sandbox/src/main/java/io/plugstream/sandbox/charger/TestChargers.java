package io.plugstream.sandbox.charger;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.simulator.fleet.ChargerAddress;
import io.plugstream.simulator.fleet.Fleet;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Creates test chargers that wake. */
@Component
public final class TestChargers {

    private final Fleet fleet;
    private final SecretCipher cipher;
    private final SimulationProperties properties;
    private final ChargerMetrics metrics;
    private final Clock clock;

    TestChargers(
            Fleet fleet, SecretCipher cipher, SimulationProperties properties, ChargerMetrics metrics, Clock clock) {
        this.fleet = fleet;
        this.cipher = cipher;
        this.properties = properties;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * Creates a charger; the caller starts it.
     *
     * @param known its last state; null for a charger that was never awake
     * @throws io.plugstream.base.secret.UnreadableSecretException if its password cannot be opened
     */
    public TestCharger wake(ChargerId id, SandboxCharger settings, @Nullable SandboxState known, ShardWriter writer) {
        var password = cipher.open(
                settings.password(), new SecretOwner(id.organisationId(), SandboxCharger.owner(id.chargeBoxId())));
        var address = new ChargerAddress(url(id), id.chargeBoxId(), password);
        return new TestCharger(id, settings, known, address, writer, fleet, clock, metrics);
    }

    private URI url(ChargerId id) {
        return URI.create(properties.gateway() + "/" + encode(id.organisationId()) + '/' + encode(id.chargeBoxId()));
    }

    private static String encode(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
