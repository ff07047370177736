package io.plugstream.api.quota;

import io.plugstream.api.log.ListenerContainers;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.model.topic.Topics;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** Creates the listener of daily usage. */
@Configuration(proxyBeanMethods = false)
class UsageContainer {

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> dailyUsage(
            ListenerContainers containers, DayCounts counts, DeadLetters deadLetters) {
        return containers.container(Topics.DAILY_USAGE, new UsageProjection(counts, deadLetters));
    }
}
