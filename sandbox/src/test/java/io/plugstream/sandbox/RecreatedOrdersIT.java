package io.plugstream.sandbox;

import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The topic of orders is deleted and recreated, so that its offsets begin at 0 again. */
class RecreatedOrdersIT {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final ChargerId id = new ChargerId("org-" + UUID.randomUUID(), "CP-1");
    private final Kafka broker = RealParts.newKafka();
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));

    @AfterEach
    void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void chargersObeyTheOrdersOfANewTopicAfterARestart() throws Exception {
        try (ConfigurableApplicationContext _ = SandboxService.start(broker.bootstrapServers());
                SandboxClient client = new SandboxClient(broker.bootstrapServers())) {
            plugInAfterMoreOrders(client);
        }
        recreate();
        try (ConfigurableApplicationContext _ = SandboxService.start(broker.bootstrapServers());
                SandboxClient client = new SandboxClient(broker.bootstrapServers())) {
            act(client, SandboxAction.UNPLUG, false);
        }
    }

    @Test
    void runningChargersObeyTheOrdersOfANewTopic() throws Exception {
        try (ConfigurableApplicationContext _ = SandboxService.start(broker.bootstrapServers());
                SandboxClient client = new SandboxClient(broker.bootstrapServers())) {
            plugInAfterMoreOrders(client);
            recreate();
            act(client, SandboxAction.UNPLUG, false);
        }
    }

    private void plugInAfterMoreOrders(SandboxClient client) throws Exception {
        client.register(id);
        await("it wakes").atMost(LONG).until(() -> client.state(id).isPresent());
        act(client, SandboxAction.PLUG_IN, true);
        act(client, SandboxAction.UNPLUG, false);
        act(client, SandboxAction.PLUG_IN, true);
    }

    private void act(SandboxClient client, SandboxAction action, boolean plugged) throws Exception {
        client.act(id, action);
        await(action.wireName())
                .atMost(LONG)
                .until(() -> client.state(id)
                        .filter(state -> state.shown().plugged() == plugged)
                        .isPresent());
    }

    private void recreate() throws Exception {
        var orders = Topics.SANDBOX_ORDERS;
        admin.deleteTopics(List.of(orders.name())).all().get();
        // The name is free when the brokers have deleted the topic.
        await("the new topic").atMost(LONG).ignoreExceptions().until(() -> {
            admin.createTopics(List.of(new NewTopic(orders.name(), orders.partitions(), (short) 1)))
                    .all()
                    .get();
            return true;
        });
    }
}
