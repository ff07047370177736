package io.plugstream.api.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ListenerExecutionFailedException;
import org.springframework.kafka.listener.MessageListenerContainer;

@ExtendWith(OutputCaptureExtension.class)
class ListenerContainersTest {

    private static final ConsumerRecord<byte[], byte[]> RECORD =
            new ConsumerRecord<>("charger-events", 0, 0, new byte[0], new byte[0]);

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final CommonErrorHandler handler = handler();

    @Test
    void everyGroupIsCountedFromTheStart() {
        assertThat(retries()).isZero();
    }

    @Test
    void countsEachFailureOfABatch() {
        AtomicInteger attempts = new AtomicInteger();
        try (Consumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
            handler.handleBatch(
                    new IllegalStateException("away"),
                    new ConsumerRecords<>(Map.of(new TopicPartition(RECORD.topic(), 0), List.of(RECORD)), Map.of()),
                    consumer,
                    running(),
                    () -> {
                        if (attempts.incrementAndGet() == 1) {
                            throw new IllegalStateException("still away");
                        }
                    });
        }

        assertThat(attempts).hasValue(2);
        assertThat(retries()).isEqualTo(2);
    }

    /** Spring Kafka logs nothing while it retries. */
    @Test
    void theLogSaysWhyTheDatabaseRefusesABatch(CapturedOutput output) {
        failOnce(new IllegalStateException(
                "UPDATE chargers",
                new R2dbcNonTransientResourceException("could not extend file: No space left on device", "53100")));

        assertThat(output)
                .contains("api-service.events could not store its records")
                .contains("No space left on device")
                .doesNotContain("UPDATE chargers", "\tat ");
    }

    @Test
    void theLogShowsWhereAnyOtherFailureCameFrom(CapturedOutput output) {
        failOnce(new IllegalStateException("a bug"));

        assertThat(output).contains("api-service.events could not take its records", "a bug", "\tat ");
    }

    private void failOnce(Exception failure) {
        try (Consumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
            handler.handleBatch(
                    failure,
                    new ConsumerRecords<>(Map.of(new TopicPartition(RECORD.topic(), 0), List.of(RECORD)), Map.of()),
                    consumer,
                    running(),
                    () -> {});
        }
    }

    @Test
    void noRecordIsSkippedWhateverTheFailure() {
        try (Consumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
            consumer.assign(List.of(new TopicPartition(RECORD.topic(), 0)));
            for (Exception failure : List.of(new IllegalStateException(), new ClassCastException())) {
                assertThatThrownBy(() -> handler.handleRemaining(
                                new ListenerExecutionFailedException("failed", failure),
                                List.of(RECORD),
                                consumer,
                                running()))
                        .hasMessageStartingWith("Record in retry");
            }
        }
    }

    private CommonErrorHandler handler() {
        BatchMessageListener<byte[], byte[]> listener = _ -> {};
        return Objects.requireNonNull(
                new ListenerContainers(new KafkaClients(new KafkaProperties(), () -> List.of("localhost:1")), meters)
                        .container("events", listener, Topics.CHARGER_EVENTS)
                        .getCommonErrorHandler());
    }

    private double retries() {
        return meters.get("plugstream.api.listener.retries")
                .tag("group", "api-service.events")
                .counter()
                .count();
    }

    /** A container that runs and is not paused. */
    private static MessageListenerContainer running() {
        return (MessageListenerContainer) Proxy.newProxyInstance(
                MessageListenerContainer.class.getClassLoader(),
                new Class<?>[] {MessageListenerContainer.class},
                (proxy, method, _) -> switch (method.getName()) {
                    case "isRunning" -> true;
                    case "getContainerFor" -> proxy;
                    default -> method.getReturnType() == boolean.class ? false : null;
                });
    }
}
