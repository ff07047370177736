package io.plugstream.api.command;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.MicrometerConsumerListener;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;

/** One consumer group of each topic for all replicas, which share the partitions. */
@Configuration(proxyBeanMethods = false)
class ResultContainer {

    private static final long SHORTEST_PAUSE = 200;
    private static final long LONGEST_PAUSE = 3_000;

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandResults(
            ResultListener listener, KafkaClients clients, TopicCreator topicsAreThere, MeterRegistry meters) {
        return container(Topics.COMMAND_RESULTS, listener, clients, meters);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandReports(
            ReportListener listener, KafkaClients clients, TopicCreator topicsAreThere, MeterRegistry meters) {
        return container(Topics.COMMAND_REPORTS, listener, clients, meters);
    }

    private static ConcurrentMessageListenerContainer<byte[], byte[]> container(
            Topic<?, ?> topic,
            BatchMessageListener<byte[], byte[]> listener,
            KafkaClients clients,
            MeterRegistry meters) {
        Map<String, Object> settings = clients.consumer();
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        DefaultKafkaConsumerFactory<byte[], byte[]> consumers =
                new DefaultKafkaConsumerFactory<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumers.addListener(new MicrometerConsumerListener<>(meters));
        ContainerProperties properties = new ContainerProperties(topic.name());
        properties.setGroupId("api-service." + topic.name());
        properties.setMessageListener(listener);
        ConcurrentMessageListenerContainer<byte[], byte[]> container =
                new ConcurrentMessageListenerContainer<>(consumers, properties);
        ExponentialBackOff tirelessly = new ExponentialBackOff(SHORTEST_PAUSE, 2);
        tirelessly.setMaxInterval(LONGEST_PAUSE);
        container.setCommonErrorHandler(new DefaultErrorHandler(tirelessly));
        return container;
    }
}
