package io.plugstream.base.kafka;

import org.apache.kafka.common.Uuid;

/** Which topic a name stands for: a topic that is deleted and made anew has the same name and another id. */
interface TopicIdentity {

    /**
     * Asks Kafka and waits for the answer.
     *
     * @throws org.apache.kafka.common.KafkaException if there is no such topic, or no answer
     */
    Uuid now();

    /** Compares the topic with {@code known} from time to time; never waits. */
    Answer compare(Uuid known);

    /** What a comparison found. */
    enum Answer {
        SAME,
        OTHER,
        MISSING,
        /** Not asked again yet, or not answered. */
        UNKNOWN
    }
}
