package io.plugstream.api.outbox;

import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds topics that this replica has not seen yet: at first all that exist, and later those that were deleted and
 * created anew, which have another id. Asks Kafka at intervals, and never waits for it. For one thread.
 */
final class NewTopics {

    private static final Logger log = LoggerFactory.getLogger(NewTopics.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Set<String> names;
    private final KafkaClients clients;
    private final Map<String, Uuid> present = new ConcurrentHashMap<>();
    private final Map<String, Uuid> seen = new HashMap<>();
    private long askAt = System.nanoTime();

    NewTopics(Set<String> names, KafkaClients clients) {
        this.names = names;
        this.clients = clients;
    }

    /** The names of topics that are new since the last call. */
    Set<String> find() {
        if (System.nanoTime() - askAt >= 0) {
            ask();
            askAt = System.nanoTime() + INTERVAL.toNanos();
        }
        Set<String> found = new HashSet<>();
        present.forEach((name, id) -> {
            if (!id.equals(seen.put(name, id))) {
                found.add(name);
            }
        });
        return found;
    }

    private void ask() {
        clients.sharedAdmin().describeTopics(names).topicNameValues().forEach((name, answer) -> {
            var _ = answer.whenComplete((topic, failure) -> {
                if (failure == null) {
                    present.put(name, topic.topicId());
                } else {
                    log.debug("The id of topic {} is not known: {}", name, failure.toString());
                }
            });
        });
    }
}
