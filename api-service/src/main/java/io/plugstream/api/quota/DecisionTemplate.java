package io.plugstream.api.quota;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.GenericMessageListenerContainer;
import org.springframework.kafka.requestreply.CorrelationKey;
import org.springframework.kafka.requestreply.ReplyingKafkaTemplate;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.kafka.support.ProducerListener;

/** Requests decisions, and passes every decision to a listener, also late ones and those of other replicas. */
final class DecisionTemplate extends ReplyingKafkaTemplate<String, ApiCall, QuotaDecision> {

    private static final Logger log = LoggerFactory.getLogger(DecisionTemplate.class);

    private Consumer<QuotaDecision> listener = _ -> {};

    DecisionTemplate(
            ProducerFactory<String, ApiCall> producers,
            GenericMessageListenerContainer<String, QuotaDecision> decisions) {
        super(producers, decisions);
        setSharedReplyTopic(true);
        setProducerListener(failures());
        setCorrelationIdStrategy(call -> correlation(call.value().callId()));
    }

    /** Sets the listener, which the consumer's thread calls after it has answered the waiting caller. */
    void onDecision(Consumer<QuotaDecision> listener) {
        this.listener = listener;
    }

    @Override
    public void onMessage(List<ConsumerRecord<String, QuotaDecision>> records) {
        // Decisions without a correlation id have no waiting caller.
        super.onMessage(records.stream()
                .filter(record -> record.headers().lastHeader(KafkaHeaders.CORRELATION_ID) != null)
                .toList());
        for (ConsumerRecord<String, QuotaDecision> record : records) {
            @Nullable QuotaDecision decision = record.value();
            if (decision != null) {
                listener.accept(decision);
            }
        }
    }

    /** Logs calls that Kafka did not accept, without their content. Callers report calls that were never sent. */
    private static ProducerListener<String, ApiCall> failures() {
        return new ProducerListener<>() {
            @Override
            public void onError(
                    ProducerRecord<String, ApiCall> call, @Nullable RecordMetadata place, @Nullable Exception failure) {
                if (place != null && place.partition() >= 0) {
                    log.warn("Kafka did not accept a call: {}", String.valueOf(failure));
                }
            }
        };
    }

    private static CorrelationKey correlation(UUID callId) {
        return new CorrelationKey(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(callId.getMostSignificantBits())
                .putLong(callId.getLeastSignificantBits())
                .array());
    }
}
