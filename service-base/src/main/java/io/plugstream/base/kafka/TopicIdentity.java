package io.plugstream.base.kafka;

import org.apache.kafka.common.Uuid;

/** The id of the topic with a given name: a recreated topic has the same name and another id. */
interface TopicIdentity {

    /**
     * Requests the id from Kafka and waits for it.
     *
     * @throws org.apache.kafka.common.KafkaException if the topic does not exist or Kafka does not answer
     */
    Uuid now();

    /** Compares the topic with {@code known} at intervals, without blocking. */
    Answer compare(Uuid known);

    /** The result of a comparison. */
    enum Answer {
        SAME,
        OTHER,
        MISSING,
        /** The same topic, but it was out of reach for so long that its tombstones may be gone. */
        OUTDATED,
        /** Kafka was not asked again yet, or did not answer. */
        UNKNOWN
    }
}
