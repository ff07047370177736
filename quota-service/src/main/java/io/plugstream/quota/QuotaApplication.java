package io.plugstream.quota;

import io.plugstream.base.kafka.TopicUse;
import io.plugstream.model.topic.Topics;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/** The quota service: a Kafka Streams application from calls to decisions. */
@SpringBootApplication
@ConfigurationPropertiesScan
class QuotaApplication {

    static void main(String[] arguments) {
        SpringApplication.run(QuotaApplication.class, arguments);
    }

    @Bean
    TopicUse topics() {
        return new TopicUse(
                List.of(Topics.QUOTA_DECISIONS, Topics.DAILY_USAGE, QuotaTopology.PARKED),
                List.of(Topics.API_CALLS),
                QuotaTopology.CHANGELOGS);
    }
}
