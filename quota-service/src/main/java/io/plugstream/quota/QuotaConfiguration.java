package io.plugstream.quota;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicProperties;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The topology and the beans that run it. */
@Configuration(proxyBeanMethods = false)
class QuotaConfiguration {

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final int EXIT_CODE = 1;

    @Bean
    QuotaMetrics quotaMetrics(MeterRegistry meters) {
        return new QuotaMetrics(meters);
    }

    @Bean
    StreamsHealthIndicator streamsHealthIndicator() {
        return new StreamsHealthIndicator();
    }

    @Bean
    FailureHandler failureHandler(QuotaProperties quota) {
        return new FailureHandler(PAUSE_AFTER_FAILURE, quota.threadFailures() * quota.threads(), System::nanoTime);
    }

    @Bean
    StreamsEnd streamsEnd(ApplicationEventPublisher events) {
        return new StreamsEnd(events, () -> System.exit(EXIT_CODE));
    }

    @Bean
    StreamsConfig streamsConfig(
            KafkaClients clients, QuotaProperties quota, TopicProperties topics, Instance instance) {
        return StreamsSettings.of(clients.streams(), quota, topics.replicas(), instance);
    }

    @Bean(destroyMethod = "")
    KafkaStreams kafkaStreams(
            StreamsConfig settings,
            QuotaMetrics metrics,
            StreamsHealthIndicator health,
            StreamsEnd end,
            FailureHandler failures,
            Clock clock) {
        KafkaStreams streams = new KafkaStreams(QuotaTopology.build(metrics, clock), settings);
        streams.setStateListener((now, before) -> {
            health.onChange(now, before);
            end.onChange(now, before);
        });
        streams.setUncaughtExceptionHandler(failures);
        return streams;
    }

    @Bean
    QuotaStreams quotaStreams(KafkaStreams streams, QuotaProperties quota) {
        return new QuotaStreams(streams, quota.closeTimeout());
    }

    @Bean
    KafkaStreamsMetrics quotaStreamsMetrics(KafkaStreams streams) {
        return new KafkaStreamsMetrics(streams);
    }
}
