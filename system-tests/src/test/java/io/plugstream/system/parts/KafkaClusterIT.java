package io.plugstream.system.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.parts.ClusterBroker;
import io.plugstream.parts.KafkaCluster;
import io.plugstream.parts.TcpProxy;
import io.plugstream.parts.TcpProxy.Direction;
import io.plugstream.system.fault.FaultPlatform;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The brokers of {@link FaultPlatform}, which runs in the same JVM before or after this. */
@Tag("alone")
class KafkaClusterIT {

    private static final String TOPIC = "things";
    private static final String WRITER = "gateway";

    private static KafkaCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = FaultPlatform.brokers();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, Optional.of(1), Optional.empty())))
                    .all()
                    .get(60, TimeUnit.SECONDS);
        }
        awaitWhole();
    }

    @Test
    void anotherBrokerLeadsWhenTheLeaderIsKilledAndTheClusterRecovers() throws Exception {
        ClusterBroker leader = cluster.leader(TOPIC, 0);
        leader.kill();
        write(cluster.bootstrapServers(), Duration.ofSeconds(60));
        assertThat(cluster.isWhole()).isFalse();
        assertThat(cluster.leader(TOPIC, 0)).isNotEqualTo(leader);
        leader.startAgain();
        awaitWhole();
    }

    @Test
    void anotherBrokerControlsWhenTheControllerIsSuspended() {
        ClusterBroker controller = cluster.controller();
        controller.pause();
        try {
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> cluster.controller() != controller);
        } finally {
            controller.resume();
        }
        awaitWhole();
    }

    @Test
    void transactionCoordinatorIsTheOneThatKafkaNames() throws Exception {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", cluster.bootstrapServers(), "transactional.id", "some-id");
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
                Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            producer.initTransactions();
            int named = admin.describeTransactions(List.of("some-id"))
                    .description("some-id")
                    .get(30, TimeUnit.SECONDS)
                    .coordinatorId();
            assertThat(cluster.transactionCoordinator("some-id").id()).isEqualTo(named);
        }
    }

    @Test
    void clientIsCutOffFromOneBrokerOnly() throws Exception {
        ClusterBroker leader = cluster.leader(TOPIC, 0);
        TcpProxy way = cluster.between(WRITER, leader);
        write(cluster.bootstrapServers(WRITER), Duration.ofSeconds(30));
        way.lose(Direction.TO_CLIENT);
        try {
            assertThatThrownBy(() -> write(cluster.bootstrapServers(WRITER), Duration.ofSeconds(3)))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(TimeoutException.class);
            write(cluster.bootstrapServers(), Duration.ofSeconds(30));
        } finally {
            way.restore();
        }
        write(cluster.bootstrapServers(WRITER), Duration.ofSeconds(30));
    }

    private static void write(String servers, Duration limit) throws Exception {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                servers,
                "delivery.timeout.ms",
                Math.toIntExact(limit.toMillis()),
                "request.timeout.ms",
                2_000,
                "linger.ms",
                0);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(TOPIC, "key", "value")).get(limit.toSeconds() + 60, TimeUnit.SECONDS);
        }
    }

    private static void awaitWhole() {
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(cluster::isWhole);
    }
}
