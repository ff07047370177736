package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class RestingListenerTest {

    private final List<String> steps = new ArrayList<>();

    @Test
    void itRestsAfterASmallBatch() {
        RestingListener listener = new RestingListener(_ -> steps.add("batch"), () -> steps.add("rest"));

        listener.onMessage(batch(RestingListener.MANY - 1));

        assertThat(steps).containsExactly("batch", "rest");
    }

    @Test
    void itGoesOnAtOnceAfterALargeBatch() {
        RestingListener listener = new RestingListener(_ -> steps.add("batch"), () -> steps.add("rest"));

        listener.onMessage(batch(RestingListener.MANY));

        assertThat(steps).containsExactly("batch");
    }

    /** The container has its own pause before it tries again. */
    @Test
    void itDoesNotRestAfterAFailure() {
        IllegalStateException failure = new IllegalStateException("the database is away");
        RestingListener listener = new RestingListener(
                _ -> {
                    throw failure;
                },
                () -> steps.add("rest"));

        assertThatThrownBy(() -> listener.onMessage(batch(1))).isSameAs(failure);
        assertThat(steps).isEmpty();
    }

    private static List<ConsumerRecord<byte[], byte[]>> batch(int size) {
        return Collections.nCopies(size, new ConsumerRecord<>("topic", 0, 0, new byte[0], new byte[0]));
    }
}
