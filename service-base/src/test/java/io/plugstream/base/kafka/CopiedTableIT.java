package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.topic.Topic;
import io.plugstream.parts.RealParts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.tools.ConsoleProducer;
import org.apache.kafka.tools.consumer.ConsoleConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** The commands of the operations guide that copy a table to another cluster. */
class CopiedTableIT {

    private static final int PARTITIONS = 3;
    private static final TopicProperties PROPERTIES = new TopicProperties(Duration.ofSeconds(30), true, true, null);

    private static KafkaClients clients;

    @TempDir
    private Path folder;

    @BeforeAll
    static void connect() {
        KafkaConnectionDetails connection = () -> List.of(RealParts.kafka().bootstrapServers());
        clients = new KafkaClients(new KafkaProperties(), connection);
    }

    @AfterAll
    static void disconnect() {
        clients.destroy();
    }

    @Test
    void copyHasTheSameRecordsInTheSamePartitions() throws Exception {
        String table = createTopic();
        String copy = createTopic();
        write(table, "acme/CP-1", "{\"status\":\"Lädt\\tvoll\"}", true);
        write(table, "acme/CP-2", "{\"status\":\"Available\"}", true);
        write(table, "acme/CP-1", "{\"status\":\"x\"}", false);
        write(table, "acme/CP-2", null, true);
        write(table, "umbrella/a,b c", "{\"status\":\"" + "y".repeat(100_000) + "\"}", true);
        write(table, "umbrella/a,b c", "{}", true);

        Path file = folder.resolve("records");
        run(ConsoleConsumer.class, command("kafka-console-consumer.sh", table), file, true);
        run(ConsoleProducer.class, command("kafka-console-producer.sh", copy), file, false);

        assertThat(records(table)).hasSize(PARTITIONS).doesNotContainValue(List.of());
        assertThat(records(copy)).isEqualTo(records(table));
    }

    private static String createTopic() throws InterruptedException {
        var topic = new Topic<>("table-" + UUID.randomUUID(), Serdes.String(), Serdes.String(), PARTITIONS, true, null);
        new TopicCreator(clients, new TopicUse(List.of(topic), List.of()), PROPERTIES).run();
        return topic.name();
    }

    private static void write(String topic, String key, @Nullable String value, boolean isCommitted) {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, UUID.randomUUID().toString());
        try (Producer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            var _ = producer.send(new ProducerRecord<>(topic, key, value));
            producer.flush();
            if (isCommitted) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
        }
    }

    /** The options of a command in the guide. */
    private static List<String> command(String tool, String topic) throws IOException {
        String guide = Files.readString(Path.of("../docs/operations.md")).replace("\\\n", " ");
        String section =
                guide.split("\n## From one machine to a cluster\n", 2)[1].split("\n## ", 2)[0];
        String options = Pattern.compile(tool + " ([^<>]*) [<>] TOPIC")
                .matcher(section)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        return Arrays.stream(options.split(" +"))
                .map(option -> option.equals("TOPIC") ? topic : option)
                .toList();
    }

    private void run(Class<?> tool, List<String> options, Path file, boolean isWritten) throws Exception {
        // Kafka's own scripts log to standard error.
        Path silent = Files.writeString(folder.resolve("logback.xml"), "<configuration/>");
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Dlogback.configurationFile=" + silent,
                                "-cp",
                                System.getProperty("java.class.path"),
                                tool.getName(),
                                "--bootstrap-server",
                                RealParts.kafka().bootstrapServers()),
                        options.stream())
                .toList();
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder = isWritten ? builder.redirectOutput(file.toFile()) : builder.redirectInput(file.toFile());
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    }

    /** Keys and values by partition, in order. */
    private static Map<Integer, List<String>> records(String topic) {
        Map<String, Object> settings = clients.follower("none");
        settings.put("isolation.level", "read_committed");
        Map<Integer, List<String>> records = new TreeMap<>();
        try (Consumer<byte[], byte[]> consumer = KafkaClients.openConsumer(settings)) {
            for (int i = 0; i < PARTITIONS; i++) {
                TopicPartition partition = new TopicPartition(topic, i);
                List<String> found = new ArrayList<>();
                consumer.assign(List.of(partition));
                consumer.seekToBeginning(List.of(partition));
                long end = Objects.requireNonNull(
                        consumer.endOffsets(List.of(partition)).get(partition));
                while (consumer.position(partition) < end) {
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                        byte[] value = record.value();
                        found.add(text(record.key()) + '=' + (value == null ? "deleted" : text(value)));
                    }
                }
                records.put(i, found);
            }
        }
        return records;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
