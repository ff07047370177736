package io.plugstream.api;

import static org.awaitility.Awaitility.await;

import io.plugstream.model.topic.Topic;
import io.plugstream.parts.KafkaCluster;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A broker that is down and alone has the first partitions of some topics, which have no leader therefore. */
public final class LostLeader {

    private static final int LOST = 1;
    private static final int OTHER = 2;

    private final KafkaCluster kafka;

    private LostLeader(KafkaCluster kafka) {
        this.kafka = kafka;
    }

    /** Creates the topics and kills the broker. */
    public static LostLeader ofFirstPartitions(KafkaCluster kafka, Topic<?, ?>... topics) throws Exception {
        return ofFirstPartitions(kafka, () -> {}, topics);
    }

    /**
     * Creates the topics and kills the broker.
     *
     * @param before runs when all partitions have leaders
     */
    public static LostLeader ofFirstPartitions(KafkaCluster kafka, Runnable before, Topic<?, ?>... topics)
            throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            for (Topic<?, ?> topic : topics) {
                create(topic, admin);
            }
            before.run();
            kafka.broker(LOST).kill();
            for (Topic<?, ?> topic : topics) {
                await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> !hasLeader(topic, admin));
            }
        }
        return new LostLeader(kafka);
    }

    public void startAgain() {
        kafka.broker(LOST).startAgain();
    }

    private static void create(Topic<?, ?> topic, Admin admin) throws Exception {
        Map<Integer, List<Integer>> brokers = IntStream.range(0, topic.partitions())
                .boxed()
                .collect(Collectors.toMap(partition -> partition, partition -> List.of(partition == 0 ? LOST : OTHER)));
        Map<String, String> configuration = new HashMap<>(topic.configuration());
        configuration.put("min.insync.replicas", "1");
        admin.createTopics(List.of(new NewTopic(topic.name(), brokers).configs(configuration)))
                .all()
                .get(20, TimeUnit.SECONDS);
    }

    private static boolean hasLeader(Topic<?, ?> topic, Admin admin) throws Exception {
        var described =
                admin.describeTopics(List.of(topic.name())).allTopicNames().get(5, TimeUnit.SECONDS);
        return Objects.requireNonNull(described.get(topic.name()))
                        .partitions()
                        .getFirst()
                        .leader()
                != null;
    }
}
