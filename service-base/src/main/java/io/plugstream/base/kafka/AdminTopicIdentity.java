package io.plugstream.base.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a topic's identity with an admin client. Confined to one thread. */
final class AdminTopicIdentity implements TopicIdentity {

    private static final Logger log = LoggerFactory.getLogger(AdminTopicIdentity.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final KafkaClients clients;
    private final String topic;
    private @Nullable KafkaFuture<TopicDescription> asked;
    private long answeredAt = System.nanoTime();

    AdminTopicIdentity(KafkaClients clients, String topic) {
        this.clients = clients;
        this.topic = topic;
    }

    @Override
    public Uuid now() {
        try {
            return ask().get().topicId();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException failure ? failure : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public Answer compare(Uuid known) {
        KafkaFuture<TopicDescription> pending = asked;
        if (pending == null) {
            if (System.nanoTime() - answeredAt > INTERVAL.toNanos()) {
                asked = ask();
            }
            return Answer.UNKNOWN;
        }
        if (!pending.isDone()) {
            return Answer.UNKNOWN;
        }
        asked = null;
        answeredAt = System.nanoTime();
        return answer(pending, known);
    }

    private Answer answer(KafkaFuture<TopicDescription> answered, Uuid known) {
        try {
            return answered.get().topicId().equals(known) ? Answer.SAME : Answer.OTHER;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Answer.MISSING;
            }
            log.debug("Cannot read the id of topic {}: {}", topic, e.toString());
            return Answer.UNKNOWN;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private KafkaFuture<TopicDescription> ask() {
        Admin admin = clients.sharedAdmin();
        return Objects.requireNonNull(
                admin.describeTopics(List.of(topic)).topicNameValues().get(topic));
    }
}
