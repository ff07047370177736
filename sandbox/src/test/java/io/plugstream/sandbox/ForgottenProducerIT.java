package io.plugstream.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Brokers forget the producer of a shard that was not written for days. */
class ForgottenProducerIT {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final ChargerId id = new ChargerId("org-" + UUID.randomUUID(), "CP-1");

    @Test
    void theShardGoesOnWithANewProducerAndDisturbsNoOther() throws Exception {
        try (Kafka broker = RealParts.newForgetfulKafka();
                ConfigurableApplicationContext sandbox = SandboxService.start(broker.bootstrapServers());
                SandboxClient client = new SandboxClient(broker.bootstrapServers());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            client.register(id);
            await("it wakes").atMost(LONG).until(() -> client.state(id).isPresent());
            await("its shard's producer is forgotten").atMost(LONG).until(() -> !knowsProducer(admin));
            long opened = openings(sandbox);

            client.act(id, SandboxAction.PLUG_IN);

            await("the order")
                    .atMost(LONG)
                    .until(() -> client.state(id).orElseThrow().shown().plugged());
            assertThat(openings(sandbox)).isEqualTo(opened);
        }
    }

    private boolean knowsProducer(Admin admin) throws Exception {
        var name = "sandbox-shard-" + Topics.SANDBOX_ORDERS.partition(id);
        return admin.listTransactions().all().get().stream()
                .anyMatch(known -> known.transactionalId().equals(name));
    }

    private static long openings(ConfigurableApplicationContext sandbox) {
        return sandbox.getBean(MeterRegistry.class)
                .get("plugstream.sandbox.shard.opening")
                .timer()
                .count();
    }
}
