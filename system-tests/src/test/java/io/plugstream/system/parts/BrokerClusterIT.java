package io.plugstream.system.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plugstream.local.kafka.BrokerCluster;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerClusterIT {
    @TempDir
    Path directory;

    @Test
    void threeBrokersContinueWithoutOneAndKeepTheirDataAcrossARestart() throws Exception {
        var ports = Stream.generate(FreePorts::one).distinct().limit(3).toList();
        try (var cluster = BrokerCluster.start(directory, ports)) {
            assertTopicHasThreeCopies(cluster.bootstrapServers());
            cluster.broker(2).process().destroyForcibly().waitFor();
            commit(cluster.bootstrapServers(), "while one is dead");
            cluster.startAgain(2);
        }
        try (var cluster = BrokerCluster.start(directory, ports)) {
            assertThat(commit(cluster.bootstrapServers(), "after all were stopped"))
                    .isEqualTo(2);
        }
    }

    @Test
    void dataOfAnotherNumberOfBrokersIsRefused() throws Exception {
        Files.createDirectories(directory.resolve("data"));
        assertThatThrownBy(() -> BrokerCluster.start(directory, List.of(1, 2, 3)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("holds the data of 1 broker,")
                .hasMessageContaining("--fresh");
    }

    private static void assertTopicHasThreeCopies(String servers) throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(List.of(new NewTopic("kept", Optional.of(1), Optional.empty())))
                    .all()
                    .get(60, TimeUnit.SECONDS);
            // The broker that is asked may not know the new topic yet.
            var topic = await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsMatching(e -> e.getCause() instanceof UnknownTopicOrPartitionException)
                    .until(
                            () -> admin.describeTopics(List.of("kept"))
                                    .allTopicNames()
                                    .get(60, TimeUnit.SECONDS),
                            _ -> true);
            assertThat(topic.values())
                    .allSatisfy(one ->
                            assertThat(one.partitions().getFirst().replicas()).hasSize(3));
            var settings = admin.describeConfigs(List.of(new ConfigResource(ConfigResource.Type.TOPIC, "kept")))
                    .all()
                    .get(60, TimeUnit.SECONDS);
            assertThat(settings.values())
                    .allSatisfy(one ->
                            assertThat(one.get("min.insync.replicas").value()).isEqualTo("2"));
        }
    }

    /** Sends in a transaction, whose state has three copies too, and returns the offset. */
    private static long commit(String servers, String value) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", servers, "transactional.id", "test");
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            var sent = producer.send(new ProducerRecord<>("kept", "key", value)).get(60, TimeUnit.SECONDS);
            producer.commitTransaction();
            return sent.offset();
        }
    }
}
