package io.plugstream.gateway.publish;

import static io.plugstream.gateway.publish.FakeKafka.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Chargers cause reads that take long. */
class EventReadsTest {

    private static final ChargerId HOSTILE = new ChargerId("hostile", "CP-1");
    private static final ChargerId ALIKE = new ChargerId("alike", "CP-1");
    private static final ChargerId HONEST = new ChargerId("honest", "CP-1");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final FakeKafka kafka = FakeKafka.open();
    private final ExecutorService chargers = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Set<ChargerId> reading = ConcurrentHashMap.newKeySet();
    private final AtomicLong nanos = new AtomicLong();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ReadTurns turns = new ReadTurns(PATIENCE, nanos::get, meters);
    private final EventSearch search = kafka.search(turns);

    private interface Read {
        void run(Topic<ChargerId, EventRecord> topic, ChargerId charger, Instant since, Predicate<EventRecord> done)
                throws NotAcknowledgedException;
    }

    @AfterEach
    void close() {
        over.countDown();
        chargers.close();
        kafka.close();
    }

    @Test
    void oneOrganisationLeavesATurnToOthers() {
        for (int charger = 0; charger < 3; charger++) {
            var _ = begin(search::read, new ChargerId("hostile", "CP-" + charger));
        }
        await().until(() -> reading.size() == 1 && waiting() == 2);
        var _ = begin(search::read, HONEST);
        await().until(() -> reading.contains(HONEST));
        assertThat(reading).hasSize(2);
    }

    @Test
    void nobodyWaitsForATurnForEver() {
        EventSearch impatient = kafka.search(impatientTurns());
        var _ = begin(impatient::read, HOSTILE);
        var _ = begin(impatient::read, ALIKE);
        await().until(() -> reading.size() == 2);

        assertFails(begin(impatient::read, HONEST));
        assertFails(begin(impatient::read, new ChargerId("hostile", "CP-2")));
    }

    @Test
    void aReadWithoutATurnLeavesThePlaceOfItsOrganisation() throws Exception {
        ReadTurns impatient = impatientTurns();
        try (var _ = impatient.take("hostile", true)) {
            try (var _ = impatient.take("alike", true)) {
                assertThatThrownBy(() -> impatient.take("honest", true)).isInstanceOf(NotAcknowledgedException.class);
                assertThat(unfinished("no-turn")).isOne();
            }
            impatient.take("honest", true).close();
        }
    }

    @Test
    void aLongReadGivesWayToThoseThatWait() throws Exception {
        try (var _ = turns.take("alike", false)) {
            Future<?> hostile = beginLong(search::readGivingWay);
            await().until(() -> reading.contains(HOSTILE));
            Future<?> honest = begin(search::read, HONEST);
            await().until(() -> waiting() == 1);
            nanos.addAndGet(PATIENCE.toNanos() + 1);
            over.countDown();

            assertFails(hostile);
            assertThat(honest.get(10, TimeUnit.SECONDS)).isEqualTo(true);
            assertThat(unfinished("gave-way")).isOne();
        }
    }

    @Test
    void aReadThatMustBeCompleteGivesNoWay() throws Exception {
        Future<?> station = beginLong(search::read);
        await().until(() -> reading.size() == 1);
        var _ = begin(search::read, new ChargerId("hostile", "CP-2"));
        await().until(() -> waiting() == 1);
        nanos.addAndGet(PATIENCE.toNanos() + 1);
        over.countDown();

        assertThat(station.get(10, TimeUnit.SECONDS)).isEqualTo(true);
    }

    @Test
    void aLongReadIsFinishedIfNobodyWaits() throws Exception {
        Future<?> alone = beginLong(search::readGivingWay);
        await().until(() -> reading.size() == 1);
        nanos.addAndGet(PATIENCE.toNanos() + 1);
        over.countDown();

        assertThat(alone.get(10, TimeUnit.SECONDS)).isEqualTo(true);
    }

    private ReadTurns impatientTurns() {
        return new ReadTurns(Duration.ofMillis(200), System::nanoTime, meters);
    }

    private Future<?> beginLong(Read read) {
        kafka.readSlowly();
        kafka.partition.add(FakeKafka.connected(HOSTILE));
        kafka.partition.add(FakeKafka.connected(ALIKE));
        return begin(read, HOSTILE);
    }

    /** Begins a read that goes on until the test ends. */
    private Future<?> begin(Read read, ChargerId charger) {
        kafka.partition.add(FakeKafka.connected(charger));
        return chargers.submit(() -> {
            read.run(Topics.CHARGER_EVENTS, charger, NOW, _ -> {
                reading.add(charger);
                try {
                    over.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return false;
            });
            return true;
        });
    }

    private static void assertFails(Future<?> read) {
        assertThatThrownBy(() -> read.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(NotAcknowledgedException.class);
    }

    private double waiting() {
        return meters.get("plugstream.gateway.reads.waiting").gauge().value();
    }

    private double unfinished(String reason) {
        return meters.get("plugstream.gateway.reads.unfinished")
                .tag("reason", reason)
                .counter()
                .count();
    }
}
