package io.plugstream.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.plugstream.base.Instance;
import io.plugstream.base.trace.Traces;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.SeenReadings;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DurableLogTest {

    private final MockProducer<byte[], byte[]> producer = producer();
    private final MockProducer<byte[], byte[]> notes = producer();
    private final MockProducer<byte[], byte[]> others = producer();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final DurableLog log = new DurableLog(
            producer,
            notes,
            others,
            meters,
            new Traces(Tracer.NOOP, Propagator.NOOP, false),
            new BoundedWait(FakeKafka.QUICK),
            new OverdueAppends(meters),
            List.of(Topics.CHARGER_EVENTS, Topics.SEEN_READINGS));

    @AfterEach
    void close() {
        log.destroy();
        assertThat(List.of(producer.closed(), notes.closed(), others.closed())).containsOnly(true);
    }

    private static MockProducer<byte[], byte[]> producer() {
        return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A rate would miss the first burst of a series that begins with it. */
    @Test
    void failuresAreCountedFromZero() {
        assertThat(meters.find("plugstream.gateway.publish")
                        .tag("topic", "charger-events")
                        .timers())
                .extracting(timer -> timer.getId().getTag("outcome"))
                .containsExactlyInAnyOrder("failed", "late");
    }

    /** An alert counts late records. Who waits for one again does not make it another one. */
    @Test
    void aRecordIsLateOnce() {
        Append append = new Append(Topics.CHARGER_EVENTS.name(), FakeKafka.CHARGER);
        for (int wait = 0; wait < 3; wait++) {
            assertThatThrownBy(() -> log.await(append)).isInstanceOf(NotAcknowledgedException.class);
        }

        assertThat(meters.get("plugstream.gateway.publish")
                        .tags("topic", "charger-events", "outcome", "late")
                        .timer()
                        .count())
                .isOne();
        // One callback of the waits, and one that ends its being overdue.
        assertThat(append.getNumberOfDependents()).isEqualTo(2);
    }

    /** Another gateway may have published them, and dispatchers forget their ids. */
    @Test
    void eventsAreNotSentForHours() {
        assertThat(DurableLog.sharedSettings(new HashMap<>(), new Instance("one"), FakeKafka.QUICK))
                .containsEntry(
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Math.toIntExact(EventRecord.LATEST_COPY.toMillis()));

        var _ = log.send(Topics.TRANSACTION_EVENTS, FakeKafka.CHARGER, FakeKafka.updated(UUID.randomUUID()));
        var _ = log.send(Topics.CONNECTOR_EVENTS, FakeKafka.CHARGER, FakeKafka.updated(UUID.randomUUID()));

        assertThat(producer.history()).extracting(ProducerRecord::topic).containsExactly("transaction-events");
        assertThat(others.history()).extracting(ProducerRecord::topic).containsExactly("connector-events");
    }

    @Test
    void recordsThatNobodyWaitsForDoNotDelayEvents() throws NotAcknowledgedException {
        log.append(Topics.SEEN_READINGS, FakeKafka.CHARGER, new SeenReadings(List.of()));
        log.append(Topics.CHARGER_EVENTS, FakeKafka.CHARGER, FakeKafka.connected(UUID.randomUUID()));
        log.append(Topics.SEEN_READINGS, FakeKafka.CHARGER, new SeenReadings(List.of()));

        assertThat(producer.history()).extracting(ProducerRecord::topic).containsExactly("charger-events");
        assertThat(notes.history()).extracting(ProducerRecord::topic).containsExactly("seen-readings", "seen-readings");
    }
}
