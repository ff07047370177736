package io.plugstream.api.quota;

import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.topic.Topics;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;

/** One consumer group for all replicas. */
@Configuration(proxyBeanMethods = false)
class UsageContainer {

    private static final long SHORTEST_PAUSE = 200;
    private static final long LONGEST_PAUSE = 3_000;

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> dailyUsage(
            KafkaClients clients, TopicCreator topicsAreThere, DayCounts counts, DeadLetters deadLetters) {
        Map<String, Object> settings = clients.consumer();
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        ContainerProperties properties = new ContainerProperties(Topics.DAILY_USAGE.name());
        properties.setGroupId("api-service." + Topics.DAILY_USAGE.name());
        properties.setMessageListener(new UsageProjection(counts, deadLetters));
        ConcurrentMessageListenerContainer<byte[], byte[]> container = new ConcurrentMessageListenerContainer<>(
                new DefaultKafkaConsumerFactory<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                properties);
        ExponentialBackOff tirelessly = new ExponentialBackOff(SHORTEST_PAUSE, 2);
        tirelessly.setMaxInterval(LONGEST_PAUSE);
        container.setCommonErrorHandler(new DefaultErrorHandler(tirelessly));
        return container;
    }
}
