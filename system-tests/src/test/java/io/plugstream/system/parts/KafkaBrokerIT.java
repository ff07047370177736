package io.plugstream.system.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.local.kafka.KafkaBroker;
import io.plugstream.local.process.StartException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class KafkaBrokerIT {
    @TempDir
    Path directory;

    @Test
    void keepsCommittedRecordsWhenKilledAndStopsGracefully() throws Exception {
        try (var broker = KafkaBroker.start(directory, 0)) {
            createTopic(broker, "kept");
            sendInTransaction(broker, "kept", "before");
            broker.process().destroyForcibly().waitFor();
        }
        try (var broker = KafkaBroker.start(directory, 0)) {
            sendInTransaction(broker, "kept", "after");
            assertThat(committed(broker, "kept", 2)).containsExactly("before", "after");

            broker.stop();
            assertThat(broker.process().isAlive()).isFalse();
            assertThat(broker.process().exitValue()).isNotEqualTo(128 + 9);
        }
    }

    @Test
    void reportsWhyItDoesNotStart() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> KafkaBroker.start(directory, taken.getLocalPort()))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("Address already in use");
        }
    }

    private static void createTopic(KafkaBroker broker, String topic) throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get(30, TimeUnit.SECONDS);
        }
    }

    private static void sendInTransaction(KafkaBroker broker, String topic, String value) throws Exception {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "test");
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "key", value)).get(30, TimeUnit.SECONDS);
            producer.commitTransaction();
        }
    }

    private static List<String> committed(KafkaBroker broker, String topic, int count) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "isolation.level", "read_committed",
                "auto.offset.reset", "earliest");
        var values = new java.util.ArrayList<String>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            var end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (values.size() < count && System.nanoTime() < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }
}
