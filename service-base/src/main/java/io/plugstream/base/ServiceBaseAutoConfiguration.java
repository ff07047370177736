package io.plugstream.base;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.BrokerCount;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.KafkaHealthIndicator;
import io.plugstream.base.kafka.TablesHealthIndicator;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicProperties;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.base.kafka.TopicUse;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Configures each service's clock, instance name, log, topics and health. */
@AutoConfiguration(after = KafkaAutoConfiguration.class)
@EnableConfigurationProperties(TopicProperties.class)
public class ServiceBaseAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Instance instance(@Value("${plugstream.instance}") String name) {
        return new Instance(name);
    }

    @Bean(initMethod = "start", destroyMethod = "stop")
    RepeatedLines repeatedLines() {
        return new RepeatedLines(System::nanoTime);
    }

    /** Also creates the topics, so that they exist before any other bean has clients. */
    @Bean
    KafkaClients kafkaClients(
            KafkaProperties properties,
            KafkaConnectionDetails connection,
            TopicUse topics,
            TopicProperties topicProperties)
            throws InterruptedException {
        KafkaClients clients = new KafkaClients(properties, connection);
        new TopicCreator(clients, topics, topicProperties).run();
        return clients;
    }

    /** Only for services that use it. Kafka Streams parks records in its own way. */
    @Bean
    @Lazy
    DeadLetters deadLetters(
            @Value("${spring.application.name}") String service,
            TopicUse topics,
            KafkaClients clients,
            Instance instance,
            MeterRegistry meters) {
        return new DeadLetters(Topics.deadLetters(service), topics, clients, instance, meters);
    }

    @Bean
    KafkaHealthIndicator kafkaHealthIndicator(KafkaClients clients) {
        return new KafkaHealthIndicator(clients);
    }

    @Bean
    BrokerCount brokerCount(KafkaClients clients) {
        return new BrokerCount(clients);
    }

    @Bean
    TablesHealthIndicator tablesHealthIndicator(ObjectProvider<TopicTable<?, ?>> tables) {
        return new TablesHealthIndicator(List.copyOf(tables.orderedStream().toList()));
    }
}
