package io.plugstream.api.quota;

import io.plugstream.api.log.ListenerContainers;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.support.TopicPartitionOffset;
import org.springframework.kafka.support.serializer.ErrorHandlingDeserializer;

/** The Kafka clients of metering, with timeouts that end every call within two seconds. */
final class DecisionClients {

    private static final int REQUEST_MS = 1_500;
    private static final int DELIVERY_MS = 2_000;
    private static final Duration FOR_EVER = Duration.ofDays(365);

    private final KafkaClients clients;
    private final Instance instance;
    private final DefaultKafkaProducerFactory<String, ApiCall> producers;

    DecisionClients(KafkaClients clients, Instance instance) {
        this.clients = clients;
        this.instance = instance;
        this.producers = new DefaultKafkaProducerFactory<>(
                producerSettings(),
                Topics.API_CALLS.keys().serializer(),
                Topics.API_CALLS.values().serializer());
    }

    DecisionTemplate template() {
        return new DecisionTemplate(producers, container());
    }

    void close() {
        producers.destroy();
    }

    private Map<String, Object> producerSettings() {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "api-calls-" + instance.name());
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
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

    /** Has no group: every replica reads all decisions. Reads uncommitted ones, to avoid waiting for the commit. */
    private KafkaMessageListenerContainer<String, QuotaDecision> container() {
        Map<String, Object> settings = clients.reader("latest");
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "quota-decisions-" + instance.name());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        DefaultKafkaConsumerFactory<String, QuotaDecision> consumers = new DefaultKafkaConsumerFactory<>(
                settings,
                Topics.QUOTA_DECISIONS.keys().deserializer(),
                new ErrorHandlingDeserializer<>(Topics.QUOTA_DECISIONS.values().deserializer()));
        ContainerProperties properties = new ContainerProperties(ends());
        properties.setAckMode(ContainerProperties.AckMode.MANUAL);
        properties.setAuthExceptionRetryInterval(ListenerContainers.AUTHORIZATION_RETRY);
        return new KafkaMessageListenerContainer<>(consumers, properties);
    }

    private TopicPartitionOffset[] ends() {
        String topic = Topics.QUOTA_DECISIONS.name();
        try (Admin admin = Admin.create(clients.admin())) {
            TopicDescription description = Objects.requireNonNull(
                    admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic));
            Map<TopicPartition, OffsetSpec> latest = description.partitions().stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.latest()));
            return admin.listOffsets(latest).all().get().entrySet().stream()
                    .map(end -> new TopicPartitionOffset(
                            topic, end.getKey().partition(), end.getValue().offset()))
                    .toArray(TopicPartitionOffset[]::new);
        } catch (ExecutionException e) {
            throw new KafkaException("failed to read the end offsets of " + topic, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }
}
