package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BrokerCountTest {

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final Queue<KafkaFutureImpl<Collection<Node>>> asked = new ArrayDeque<>();

    @BeforeEach
    void bind() {
        new BrokerCount(this::ask).bindTo(meters);
    }

    @Test
    void aScrapeDoesNotWaitForKafka() {
        assertThat(scraped()).isNaN();
    }

    @Test
    void aScrapeGetsTheAnswerToThePreviousOne() {
        scraped();
        asked.remove().complete(List.of(new Node(1, "one", 9092), new Node(2, "two", 9092)));

        assertThat(scraped()).isEqualTo(2);
    }

    @Test
    void thereIsNoNumberWhileKafkaIsAway() {
        scraped();
        asked.remove().complete(List.of(Node.noNode()));
        scraped();
        asked.remove().completeExceptionally(new TimeoutException());

        assertThat(scraped()).isNaN();
    }

    private KafkaFuture<Collection<Node>> ask() {
        KafkaFutureImpl<Collection<Node>> answer = new KafkaFutureImpl<>();
        asked.add(answer);
        return answer;
    }

    private double scraped() {
        return meters.get("plugstream.kafka.brokers").gauge().value();
    }
}
