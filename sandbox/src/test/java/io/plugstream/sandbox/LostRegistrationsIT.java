package io.plugstream.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** Kafka has lost the registrations of test chargers, and a sandbox starts. */
class LostRegistrationsIT {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final ChargerId id = new ChargerId("org-" + UUID.randomUUID(), "CP-1");
    private final Instant registeredAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    /** What the new owner of the shard does with lost registrations is done before it wakes other chargers. */
    @Test
    void theStateOfATestChargerIsKept() throws Exception {
        var neighbour = neighbour();
        try (var broker = RealParts.newKafka()) {
            var servers = broker.bootstrapServers();
            try (var _ = SandboxService.start(servers);
                    var client = new SandboxClient(servers)) {
                client.register(id, true, registeredAt);
                await("it wakes").atMost(LONG).until(() -> client.state(id).isPresent());
            }
            try (var admin = Admin.create(Map.of("bootstrap.servers", servers))) {
                admin.deleteTopics(List.of(Topics.SANDBOX_CHARGERS.name()))
                        .all()
                        .get();
                await("the deletion")
                        .atMost(LONG)
                        .until(() -> !admin.listTopics().names().get().contains(Topics.SANDBOX_CHARGERS.name()));
            }
            try (var _ = SandboxService.start(servers);
                    var client = new SandboxClient(servers)) {
                client.register(neighbour);
                await("its shard is open")
                        .atMost(LONG)
                        .until(() -> client.state(neighbour).isPresent());
                assertThat(client.state(id)).isPresent();
            }
        }
    }

    /** Another charger of the same shard. */
    private ChargerId neighbour() {
        return Stream.generate(() -> new ChargerId("org-" + UUID.randomUUID(), "CP-2"))
                .filter(other -> Topics.SANDBOX_ORDERS.partition(other) == Topics.SANDBOX_ORDERS.partition(id))
                .findFirst()
                .orElseThrow();
    }
}
