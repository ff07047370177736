package io.plugstream.gateway.publish;

import static io.plugstream.gateway.publish.FakeKafka.CHARGER;
import static io.plugstream.gateway.publish.FakeKafka.NOW;
import static io.plugstream.gateway.publish.FakeKafka.connected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventSearchTest {

    private static final UUID SOUGHT = new UUID(1, 1);

    @Test
    void findsAnEventInItsPartition() throws Exception {
        try (FakeKafka kafka = FakeKafka.open()) {
            kafka.partition.add(connected(new UUID(2, 2)));
            kafka.partition.add(connected(SOUGHT));

            assertThat(get(find(kafka, SOUGHT))).isTrue();
            assertThat(get(find(kafka, new UUID(3, 3)))).isFalse();
            assertThat(kafka.producer.history()).isEmpty();
        }
    }

    /** The first copy is above the high watermark, so Kafka returns a partition end before it. */
    @Test
    void certainSearchFindsEventsAboveTheHighWatermark() throws Exception {
        try (FakeKafka kafka = FakeKafka.open()) {
            kafka.partition.add(connected(new UUID(2, 2)));
            var _ = kafka.log.send(Topics.CHARGER_EVENTS, CHARGER, connected(new UUID(2, 2)));
            var _ = kafka.producer.completeNext();
            CompletableFuture<Boolean> found = kafka.search.findForCertain(Topics.CHARGER_EVENTS, CHARGER, SOUGHT, NOW);
            await().until(() -> kafka.producer.history().size() == 2);
            assertThat(found).isNotDone();

            // When the mark becomes visible, so do the records before it.
            kafka.partition.add(connected(SOUGHT));
            var _ = kafka.producer.completeNext();
            assertThat(get(found)).isTrue();
        }
    }

    @Test
    void anEventMissingBeforeTheMarkIsNotFound() throws Exception {
        try (FakeKafka kafka = FakeKafka.open()) {
            CompletableFuture<Boolean> found = kafka.search.findForCertain(Topics.CHARGER_EVENTS, CHARGER, SOUGHT, NOW);
            await().until(() -> kafka.producer.history().size() == 1);
            kafka.partition.add(connected(new UUID(2, 2)));
            var _ = kafka.producer.completeNext();

            assertThat(get(found)).isFalse();
        }
    }

    @Test
    void aHundredSearchesDuringAScanShareOneMoreScan() throws Exception {
        try (FakeKafka kafka = new FakeKafka()) {
            List<CompletableFuture<Boolean>> found = new ArrayList<>();
            kafka.partition.add(connected(SOUGHT));
            found.add(find(kafka, SOUGHT));
            await().until(() -> kafka.scans.get() == 1);
            for (int repeat = 0; repeat < 100; repeat++) {
                found.add(find(kafka, SOUGHT));
                found.add(find(kafka, new UUID(3, repeat)));
            }
            kafka.gate.countDown();
            for (CompletableFuture<Boolean> one : found) {
                var _ = get(one);
            }
            assertThat(kafka.scans).hasValueLessThanOrEqualTo(2);
        }
    }

    @Test
    void concurrentScansAreLimited() throws Exception {
        try (FakeKafka kafka = new FakeKafka()) {
            kafka.partition.add(connected(SOUGHT));
            List<CompletableFuture<Boolean>> found = new ArrayList<>();
            for (int charger = 0; charger < 60; charger++) {
                found.add(kafka.search.find(
                        Topics.CHARGER_EVENTS, new ChargerId("demo", "CP-" + charger), new UUID(3, charger), NOW));
            }
            await().until(() -> kafka.open.get() == EventSearch.SCANS);
            kafka.gate.countDown();
            for (CompletableFuture<Boolean> one : found) {
                assertThat(get(one)).isFalse();
            }
            assertThat(kafka.mostOpen).hasValue(EventSearch.SCANS);
            assertThat(kafka.scans).hasValueLessThanOrEqualTo(12);
        }
    }

    /** A charger may cause many reads, and the admission of another one may wait for a scan. */
    @Test
    void readsAreLimitedAndDelayNoScan() throws Exception {
        try (FakeKafka kafka = new FakeKafka();
                ExecutorService chargers = Executors.newVirtualThreadPerTaskExecutor()) {
            kafka.partition.add(connected(SOUGHT));
            List<Future<?>> reads = new ArrayList<>();
            for (int organisation = 0; organisation < 10; organisation++) {
                ChargerId charger = new ChargerId("demo-" + organisation, "CP-1");
                reads.add(chargers.submit(() -> {
                    kafka.search.read(Topics.CHARGER_EVENTS, charger, NOW, _ -> false);
                    return true;
                }));
            }
            await().until(() -> kafka.open.get() == ReadTurns.READS);
            CompletableFuture<Boolean> found = find(kafka, SOUGHT);
            try {
                await().until(() -> kafka.open.get() == ReadTurns.READS + 1);
            } finally {
                kafka.gate.countDown();
            }
            assertThat(get(found)).isTrue();
            for (Future<?> read : reads) {
                var _ = read.get(20, TimeUnit.SECONDS);
            }
            assertThat(kafka.mostOpen).hasValue(ReadTurns.READS + 1);
        }
    }

    /** Without an end, nobody would search the partition any more. */
    @Test
    void aSearchThatFailsWithAnErrorEnds() {
        try (FakeKafka kafka = FakeKafka.open()) {
            EventSearch search = new EventSearch(
                    () -> {
                        throw new NoClassDefFoundError("for a test");
                    },
                    kafka.log,
                    FakeKafka.QUICK,
                    new ReadTurns(Duration.ofMinutes(1), System::nanoTime, kafka.meters),
                    Clock.systemUTC());

            for (UUID event : List.of(SOUGHT, new UUID(2, 2))) {
                CompletableFuture<Boolean> found = search.find(Topics.CHARGER_EVENTS, CHARGER, event, NOW);
                assertThatThrownBy(() -> found.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(NoClassDefFoundError.class);
            }
        }
    }

    private static CompletableFuture<Boolean> find(FakeKafka kafka, UUID eventId) {
        return kafka.search.find(Topics.CHARGER_EVENTS, CHARGER, eventId, NOW);
    }

    private static boolean get(CompletableFuture<Boolean> found) throws Exception {
        return found.get(20, TimeUnit.SECONDS);
    }
}
