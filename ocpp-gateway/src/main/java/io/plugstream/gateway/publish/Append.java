package io.plugstream.gateway.publish;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way to Kafka, until the brokers have told its fate: hours, if it must be. Done when every in-sync replica
 * has the record; failed when it is refused, or when its fate will never be known.
 */
public final class Append extends CompletableFuture<RecordMetadata> {

    private final String topic;
    private final @Nullable Object key;
    private final long sender = Thread.currentThread().threadId();
    private boolean handedOver;
    private volatile boolean refused;

    Append(String topic, @Nullable Object key) {
        this.topic = topic;
        this.key = key;
    }

    String topic() {
        return topic;
    }

    @Nullable
    Object key() {
        return key;
    }

    /** The producer has it in its buffer, or has refused it. */
    void handOver() {
        handedOver = true;
    }

    /** Whether this is called by the producer on the way into its buffer, and not later by its own thread. */
    boolean isBeingHandedOver() {
        return Thread.currentThread().threadId() == sender && !handedOver;
    }

    /** Notes that Kafka has not taken the record and never will. */
    void refuse(Exception why) {
        refused = true;
        completeExceptionally(why);
    }

    /** Whether the record is surely not in Kafka, now or later, so that it may be sent again. */
    public boolean isRefused() {
        return refused;
    }
}
