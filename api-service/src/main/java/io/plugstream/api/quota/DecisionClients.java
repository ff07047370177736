package io.plugstream.api.quota;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.log.ListenerContainers;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.support.ProducerListener;
import org.springframework.kafka.support.TopicPartitionOffset;
import org.springframework.kafka.support.serializer.ErrorHandlingDeserializer;

/** The Kafka clients of metering, with timeouts that end every call within two seconds. */
final class DecisionClients {

    private static final Logger log = LoggerFactory.getLogger(DecisionClients.class);

    private static final int REQUEST_MS = 1_500;
    private static final int DELIVERY_MS = 2_000;
    private static final Duration FOR_EVER = Duration.ofDays(365);

    private final KafkaClients clients;
    private final Instance instance;
    private final DefaultKafkaProducerFactory<String, ApiCall> producers;
    private final KafkaTemplate<String, ApiCall> calls;
    private final Counter unreadable;

    DecisionClients(KafkaClients clients, Instance instance, MeterRegistry meters) {
        this.clients = clients;
        this.instance = instance;
        this.producers = new DefaultKafkaProducerFactory<>(producerSettings()) {
            @Override
            protected Producer<String, ApiCall> createRawProducer(Map<String, Object> settings) {
                return KafkaClients.openProducer(
                        settings,
                        Topics.API_CALLS.keys().serializer(),
                        Topics.API_CALLS.values().serializer());
            }
        };
        this.calls = new KafkaTemplate<>(producers);
        calls.setProducerListener(failures());
        this.unreadable = Counter.builder("plugstream.api.quota.unreadable")
                .description("Records that cannot be read as decisions; their calls wait in vain")
                .register(meters);
    }

    /** Sends calls. */
    KafkaTemplate<String, ApiCall> calls() {
        return calls;
    }

    void close() {
        producers.destroy();
    }

    private Map<String, Object> producerSettings() {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "api-calls-" + instance.name());
        // Calls that come during a request share the next one: a single call need not wait, and many cost little.
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        // Calls are sent on event loops: without the topic's metadata the producer must fail, not block.
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
        // Keeps the topic's metadata beyond five idle minutes: otherwise the next call would fail.
        settings.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, FOR_EVER.toMillis());
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
        return settings;
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

    /**
     * Passes all decisions from now on to {@code listener}, with the times when their calls were appended. It has no group, so that every replica reads all of them,
     * and reads uncommitted ones, to avoid waiting for the commit.
     */
    KafkaMessageListenerContainer<String, QuotaDecision> decisions(BiConsumer<QuotaDecision, Instant> listener) {
        Map<String, Object> settings = clients.reader("latest");
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "quota-decisions-" + instance.name());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        DefaultKafkaConsumerFactory<String, QuotaDecision> consumers = new DefaultKafkaConsumerFactory<>(
                settings,
                Topics.QUOTA_DECISIONS.keys().deserializer(),
                new ErrorHandlingDeserializer<>(Topics.QUOTA_DECISIONS.values().deserializer()));
        ContainerProperties properties = new ContainerProperties(ends());
        properties.setAckMode(ContainerProperties.AckMode.MANUAL);
        properties.setMessageListener((MessageListener<String, @Nullable QuotaDecision>) decision -> {
            if (decision.value() != null) {
                listener.accept(decision.value(), Instant.ofEpochMilli(decision.timestamp()));
            }
        });
        properties.setAuthExceptionRetryInterval(ListenerContainers.AUTHORIZATION_RETRY);
        var container = new KafkaMessageListenerContainer<>(consumers, properties);
        container.setCommonErrorHandler(new DefaultErrorHandler(this::unusable));
        return container;
    }

    /** Logs the record without its content. */
    private void unusable(ConsumerRecord<?, ?> record, Exception failure) {
        unreadable.increment();
        log.error(
                "Record {} of {}-{} is no decision: {}",
                record.offset(),
                record.topic(),
                record.partition(),
                NestedExceptionUtils.getMostSpecificCause(failure).getClass().getName());
    }

    private TopicPartitionOffset[] ends() {
        String topic = Topics.QUOTA_DECISIONS.name();
        try {
            Admin admin = clients.sharedAdmin();
            TopicDescription description = Objects.requireNonNull(
                    admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic));
            Map<TopicPartition, OffsetSpec> latest = description.partitions().stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.latest()));
            ListOffsetsResult ends = admin.listOffsets(latest);
            List<TopicPartitionOffset> found = new ArrayList<>();
            for (TopicPartition partition : latest.keySet()) {
                found.add(end(partition, ends));
            }
            return found.toArray(TopicPartitionOffset[]::new);
        } catch (ExecutionException e) {
            throw new KafkaException("failed to read the end offsets of " + topic, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }

    /** The end of the partition; without an offset if it has no leader, so that it is read from the end it has then. */
    private static TopicPartitionOffset end(TopicPartition partition, ListOffsetsResult ends)
            throws ExecutionException, InterruptedException {
        try {
            long offset = ends.partitionResult(partition).get().offset();
            return new TopicPartitionOffset(partition.topic(), partition.partition(), offset);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof RetriableException)) {
                throw e;
            }
            log.warn(
                    "The end of {} is unknown, so its decisions are read once it has a leader",
                    partition,
                    e.getCause());
            return new TopicPartitionOffset(partition.topic(), partition.partition());
        }
    }
}
