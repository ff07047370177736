package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.base.StartRefusedException;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

class TopicCreatorTest {

    @Test
    void anUnknownHostRefusesTheStartInOneSentence() {
        var clients = new KafkaClients(new KafkaProperties(), () -> List.of("kafka.invalid:9092"));
        var topics = new TopicUse(List.of(Topics.CHARGER_EVENTS), List.of());
        var properties = new TopicProperties(Duration.ofSeconds(1), true, true, null);

        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(new TopicCreator(clients, topics, properties)::run)
                .withMessage("Kafka at [kafka.invalid:9092] cannot be used (spring.kafka.*): "
                        + "No resolvable bootstrap urls given in bootstrap.servers");
    }
}
