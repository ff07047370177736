package io.plugstream.benchmark.gateway;

import io.plugstream.benchmark.platform.Clients;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.ServiceProcess;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.digest.Sha256;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;

/** The gateway as it is deployed. */
record Gateway(ServiceProcess process, int port) {

    private static final Topic<ChargerId, ChargerRegistration> REGISTRATIONS = Topics.CHARGER_REGISTRATIONS;

    /** Registers chargers numbered from 0, like the API. */
    static void register(Stage stage, int count) throws InterruptedException {
        Clients clients = new Clients(stage.bootstrapServers());
        clients.create(REGISTRATIONS);
        String hash = Sha256.hex(Fleet.PASSWORD);
        try (KafkaProducer<byte[], byte[]> producer = clients.producer()) {
            for (int number = 0; number < count; number++) {
                ChargerId id = new ChargerId(Fleet.ORGANISATION, Fleet.chargeBoxId(number));
                ChargerRegistration registration =
                        new ChargerRegistration(id.organisationId(), id.chargeBoxId(), Mode.LIVE, hash, Instant.now());
                var _ = producer.send(REGISTRATIONS.record(id, registration));
            }
        }
    }

    /** Starts it from the jar below {@code home} and returns when it is ready. */
    static Gateway start(Stage stage, Path home, List<String> jvm) throws InterruptedException {
        int port = FreePorts.one();
        // A few sockets send for many chargers here, so one socket may be faster than a real charger.
        Map<String, String> settings = Map.of(
                "SERVER_PORT", Integer.toString(port),
                "SERVER_ADDRESS", "127.0.0.1",
                "PLUGSTREAM_GATEWAY_FRAMES_PERSECOND", "10000");
        return new Gateway(stage.start(home, "ocpp-gateway", settings, jvm), port);
    }
}
