package io.plugstream.api.command;

import io.plugstream.api.log.ListenerContainers;
import io.plugstream.api.projection.ProjectionListeners;
import io.plugstream.model.topic.Topics;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** Reads what gateways report about commands. */
@Configuration(proxyBeanMethods = false)
class CommandContainers {

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandResults(
            ListenerContainers containers, ProjectionListeners listeners, ResultProjection projection) {
        return containers.container(Topics.COMMAND_RESULTS, listeners.listener(ResultProjection::read, projection));
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandReports(
            ListenerContainers containers, ProjectionListeners listeners, ReportProjection projection) {
        return containers.container(Topics.COMMAND_REPORTS, listeners.listener(ReportProjection::read, projection));
    }
}
