package io.plugstream.gateway.publish;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * An append to Kafka, which may take hours. It is done when every in-sync replica has the record. It fails when the
 * record is refused or its outcome can no longer be known.
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

    /** Notes that the producer has buffered or refused the record. */
    void handOver() {
        handedOver = true;
    }

    /** Whether the producer calls this while it buffers the record, and not later on its own thread. */
    boolean isBeingHandedOver() {
        return Thread.currentThread().threadId() == sender && !handedOver;
    }

    /** Notes that Kafka does not have the record and never will. */
    void refuse(Exception why) {
        refused = true;
        completeExceptionally(why);
    }

    /** Whether the record certainly is not in Kafka and never will be, so that it may be sent again. */
    public boolean isRefused() {
        return refused;
    }

    /** Whether Kafka refused the record because of its size, so that it is pointless to send it again. */
    public boolean isTooLarge() {
        return isCompletedExceptionally() && exceptionNow() instanceof RecordTooLargeException;
    }
}
