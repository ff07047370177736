package io.plugstream.base.kafka;

import io.plugstream.base.StartRefusedException;
import io.plugstream.model.topic.Topic;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * Creates a service's missing topics with the catalogue's settings before the service uses Kafka, and compares existing
 * topics with the catalogue. Readers create topics as well as writers, so that services may start in any order.
 */
public final class TopicCreator {

    private static final Logger log = LoggerFactory.getLogger(TopicCreator.class);

    private static final int PAUSE_MS = 50;
    private static final int PAUSE_BETWEEN_CREATIONS_MS = 500;

    private final KafkaClients clients;
    private final List<Topic<?, ?>> topics;
    private final List<String> changelogs;
    private final TopicProperties properties;

    public TopicCreator(KafkaClients clients, TopicUse topics, TopicProperties properties) {
        this.clients = clients;
        this.topics = topics.all();
        this.changelogs = topics.changelogs();
        this.properties = properties;
    }

    /**
     * Creates and checks the topics, as configured.
     *
     * @throws StartRefusedException if the service must not start; the message says why
     */
    public void run() throws InterruptedException {
        if ((topics.isEmpty() && changelogs.isEmpty()) || !(properties.createTopics() || properties.checkTopics())) {
            return;
        }
        long deadline = System.nanoTime() + properties.waitAtStart().toNanos();
        try (Admin admin = open()) {
            while (properties.createTopics() && !created(admin, deadline)) {
                log.info("Kafka does not answer yet, or has too few brokers; trying again");
                TimeUnit.MILLISECONDS.sleep(PAUSE_BETWEEN_CREATIONS_MS);
            }
            while (!visible(admin, deadline)) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
            while (properties.checkTopics() && !checked(admin, deadline)) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
        }
    }

    private Admin open() {
        Map<String, Object> settings = clients.admin();
        try {
            return Admin.create(settings);
        } catch (KafkaException e) {
            throw new StartRefusedException(
                    "Kafka at " + settings.get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG)
                            + " cannot be used (spring.kafka.*): "
                            + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                    e);
        }
    }

    private boolean created(Admin admin, long deadline) throws InterruptedException {
        CreateTopicsResult result =
                admin.createTopics(topics.stream().map(this::creation).toList());
        boolean all = true;
        for (var creation : result.values().entrySet()) {
            try {
                creation.getValue().get();
            } catch (ExecutionException e) {
                all &= isDone(e.getCause(), deadline, creation.getKey() + " could not be created");
            }
        }
        return all;
    }

    private NewTopic creation(Topic<?, ?> topic) {
        Integer replicas = properties.replicas();
        return replicas == null
                ? topic.creation()
                : new NewTopic(topic.name(), topic.partitions(), replicas.shortValue()).configs(topic.configuration());
    }

    /** Not every broker knows a new topic at once. */
    private boolean visible(Admin admin, long deadline) throws InterruptedException {
        var descriptions =
                admin.describeTopics(topics.stream().map(Topic::name).toList()).topicNameValues();
        boolean all = true;
        for (var description : descriptions.entrySet()) {
            try {
                description.getValue().get();
            } catch (ExecutionException e) {
                all &= isDone(e.getCause(), deadline, description.getKey() + " could not be found");
            }
        }
        return all;
    }

    private boolean checked(Admin admin, long deadline) throws InterruptedException {
        try {
            new TopicCheck(admin, properties.replicas(), properties.createTopics()).run(topics, changelogs);
            return true;
        } catch (ExecutionException e) {
            return isDone(e.getCause(), deadline, "settings could not be read");
        }
    }

    private boolean isDone(@Nullable Throwable failure, long deadline, String what) {
        if (failure instanceof TopicExistsException) {
            return true;
        }
        if (mayPass(failure) && System.nanoTime() < deadline) {
            return false;
        }
        throw new StartRefusedException(
                "Kafka topics: " + what + " within " + properties.waitAtStart() + " (spring.kafka.bootstrap-servers): "
                        + failure,
                failure);
    }

    /** Brokers that start one after the other register one after the other. Until then they are too few for a topic. */
    private static boolean mayPass(@Nullable Throwable failure) {
        return failure instanceof RetriableException || failure instanceof InvalidReplicationFactorException;
    }
}
