package io.plugstream.api.command;

import io.plugstream.api.log.ListenerContainers;
import io.plugstream.model.topic.Topics;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** The Kafka listeners for command results and reports. */
@Configuration(proxyBeanMethods = false)
class ResultContainer {

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandResults(
            ResultListener listener, ListenerContainers containers) {
        return containers.container(Topics.COMMAND_RESULTS, listener);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandReports(
            ReportListener listener, ListenerContainers containers) {
        return containers.container(Topics.COMMAND_REPORTS, listener);
    }
}
