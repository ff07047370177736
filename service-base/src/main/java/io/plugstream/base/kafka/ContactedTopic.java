package io.plugstream.base.kafka;

import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that Kafka was out of reach for so long that a table may miss tombstones. The consumer goes on from its old
 * position after an outage, but the topic keeps tombstones only for {@link Topic#TOMBSTONES}. The clock is the time of
 * day, because a process that was suspended missed them too. Confined to one thread.
 */
final class ContactedTopic implements TopicIdentity {

    private static final Logger log = LoggerFactory.getLogger(ContactedTopic.class);
    private static final Duration LONGEST_GAP = Topic.TOMBSTONES.dividedBy(2);

    private final String topic;
    private final TopicIdentity identity;
    private final InstantSource clock;
    private Instant contact;

    ContactedTopic(String topic, TopicIdentity identity, InstantSource clock) {
        this.topic = topic;
        this.identity = identity;
        this.clock = clock;
        this.contact = clock.instant();
    }

    @Override
    public Uuid now() {
        Uuid id = identity.now();
        contact = clock.instant();
        return id;
    }

    @Override
    public Answer compare(Uuid known) {
        Answer answer = identity.compare(known);
        if (answer != Answer.SAME) {
            return answer;
        }
        Instant former = contact;
        contact = clock.instant();
        if (former.plus(LONGEST_GAP).isAfter(contact)) {
            return Answer.SAME;
        }
        log.warn("Topic {} was out of reach since {}: its table is read again", topic, former);
        return Answer.OUTDATED;
    }
}
