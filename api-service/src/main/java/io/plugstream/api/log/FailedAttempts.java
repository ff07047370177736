package io.plugstream.api.log;

import io.micrometer.core.instrument.Counter;
import io.plugstream.base.Causes;
import io.r2dbc.spi.R2dbcException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.RetryListener;

/**
 * Counts and logs failed attempts. Spring Kafka logs them at level debug only, and a paused consumer reports the same
 * lag for ever, so nothing else shows that a group is stuck, and why.
 */
record FailedAttempts(String group, Counter counter) implements RetryListener {

    private static final Logger log = LoggerFactory.getLogger(FailedAttempts.class);

    @Override
    public void failedDelivery(ConsumerRecord<?, ?> record, @Nullable Exception failure, int attempt) {
        failed(failure);
    }

    @Override
    public void failedDelivery(ConsumerRecords<?, ?> records, Exception failure, int attempt) {
        failed(failure);
    }

    /** Outer exceptions would repeat the whole statement. */
    private void failed(@Nullable Exception failure) {
        counter.increment();
        Causes.of(failure)
                .filter(R2dbcException.class::isInstance)
                .findFirst()
                .ifPresentOrElse(
                        refusal -> log.warn(
                                "{} could not store its records and tries again: {}", group, refusal.toString()),
                        () -> log.warn("{} could not take its records and tries again", group, failure));
    }
}
