package io.plugstream.api.log;

import io.micrometer.core.instrument.Counter;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.RetryListener;

/** Counts failed attempts. A paused consumer reports the same lag for ever, so nothing else shows that one is stuck. */
record CountedFailures(Counter counter) implements RetryListener {

    @Override
    public void failedDelivery(ConsumerRecord<?, ?> record, @Nullable Exception failure, int attempt) {
        counter.increment();
    }

    @Override
    public void failedDelivery(ConsumerRecords<?, ?> records, Exception failure, int attempt) {
        counter.increment();
    }
}
