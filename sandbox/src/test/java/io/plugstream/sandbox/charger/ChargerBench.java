package io.plugstream.sandbox.charger;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxProtocol;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.simulator.fleet.ChargerAddress;
import io.plugstream.simulator.fleet.Fleet;
import io.plugstream.simulator.fleet.RecordingCentralSystem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A central system, and test chargers that connect to it. */
final class ChargerBench implements AutoCloseable {

    static final Duration LIFE = Duration.ofSeconds(30);

    /**
     * ChargeTime's server sometimes loses a message that arrives before its session is set up; it is resent after 30 s.
     */
    static final Duration LIMIT = Duration.ofSeconds(70);

    final RecordingCentralSystem gateway = new RecordingCentralSystem();
    final RememberingWriter writer = new RememberingWriter();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Fleet fleet = new Fleet(Clock.systemUTC());
    private final ChargerMetrics metrics = new ChargerMetrics(registry);
    private final int port;
    /** Of the chargers made from now on. */
    Clock clock = Clock.systemUTC();

    ChargerBench() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        gateway.open(port);
    }

    TestCharger charger(@Nullable SandboxState known, ShardWriter own) {
        return charger(known, own, Map.of());
    }

    TestCharger charger(@Nullable SandboxState known, ShardWriter own, Map<String, String> answers) {
        var settings = new SandboxCharger(
                "acme", "CP-1", "secret", true, SandboxProtocol.OCPP_1_6, 1, 60, 11_000, answers, Instant.EPOCH);
        var address = new ChargerAddress(URI.create("ws://localhost:" + port + "/CP-1"), "CP-1", "sixteen and more");
        var id = new ChargerId("acme", "CP-1");
        return new TestCharger(id, settings, known, address, own, fleet, clock, metrics);
    }

    @Override
    public void close() {
        fleet.close();
        gateway.close();
    }
}
