package io.plugstream.base.kafka;

import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;

/**
 * Creates the topics of a service that are missing, with the catalogue's settings, before anything of the service uses
 * Kafka. A reader creates as well as the writer, so that services may start in any order.
 */
public final class TopicCreator implements InitializingBean {

    private static final Logger log = LoggerFactory.getLogger(TopicCreator.class);

    private static final int PAUSE_MS = 50;

    private final KafkaClients clients;
    private final List<Topic<?, ?>> topics;
    private final Duration wait;

    /** @param wait how long to wait for a broker that does not answer before the service gives up starting */
    public TopicCreator(KafkaClients clients, TopicUse topics, Duration wait) {
        this.clients = clients;
        this.topics = topics.all();
        this.wait = wait;
    }

    @Override
    public void afterPropertiesSet() throws InterruptedException {
        if (topics.isEmpty()) {
            return;
        }
        long deadline = System.nanoTime() + wait.toNanos();
        try (Admin admin = Admin.create(clients.admin())) {
            while (!created(admin, deadline)) {
                log.info("Kafka does not answer yet; trying again");
            }
            while (!visible(admin, deadline)) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
        }
    }

    private boolean created(Admin admin, long deadline) throws InterruptedException {
        CreateTopicsResult result =
                admin.createTopics(topics.stream().map(Topic::creation).toList());
        boolean all = true;
        for (var creation : result.values().values()) {
            try {
                creation.get();
            } catch (ExecutionException e) {
                all &= isThere(e.getCause(), deadline);
            }
        }
        return all;
    }

    private boolean isThere(@Nullable Throwable failure, long deadline) {
        if (failure instanceof TopicExistsException) {
            return true;
        }
        if (failure instanceof RetriableException && System.nanoTime() < deadline) {
            return false;
        }
        throw new IllegalStateException(
                "Kafka topics could not be created within " + wait + " (spring.kafka.bootstrap-servers): " + failure,
                failure);
    }

    /** A topic that was just created is not known to every broker at once. */
    private boolean visible(Admin admin, long deadline) throws InterruptedException {
        Map<String, Integer> expected = topics.stream().collect(Collectors.toMap(Topic::name, Topic::partitions));
        try {
            admin.describeTopics(expected.keySet())
                    .allTopicNames()
                    .get()
                    .values()
                    .forEach(topic -> {
                        Integer partitions = expected.get(topic.name());
                        if (partitions != null
                                && partitions != topic.partitions().size()) {
                            warnOfOtherPartitions(topic, partitions);
                        }
                    });
            return true;
        } catch (ExecutionException e) {
            return isThere(e.getCause(), deadline);
        }
    }

    private static void warnOfOtherPartitions(TopicDescription topic, int expected) {
        log.warn(
                "Topic {} has {} partitions where the catalogue says {}",
                topic.name(),
                topic.partitions().size(),
                expected);
    }
}
