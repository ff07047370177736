package io.plugstream.webhook.claim;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.webhook.Events;
import io.plugstream.webhook.deliver.Delivery;
import io.plugstream.webhook.deliver.EventBody;
import io.plugstream.webhook.outcome.ClaimLedger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** A shard must be usable, or say why it is not, so that it is reopened. */
class OpenShardTest {

    private final Error error = new NoClassDefFoundError("io/plugstream/Missing");
    private final Clock clock = Clock.fixed(Instant.parse("2026-11-20T09:00:00Z"), ZoneOffset.UTC);
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void anErrorDuringACommitMakesTheShardFail() throws Exception {
        OpenShard shard = open(
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                    @Override
                    public void commitTransaction() {
                        throw error;
                    }
                },
                _ -> {});
        shard.recordPositions();
        pass(Duration.ofMinutes(1));

        shard.commitIfDue();

        shard.pending().get(5, TimeUnit.SECONDS);
        assertThat(shard.failure()).isSameAs(error);
    }

    @Test
    void positionsThatMovedAreRecordedAfterASecondAndOthersAfterAnHour() {
        MockProducer<byte[], byte[]> log =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        OpenShard shard = open(log, _ -> {});
        shard.recordPositions();
        Batch moved = Batch.empty();
        moved.following().put(Topics.CHARGER_EVENTS.name(), 5L);
        shard.claim(moved, clock.instant());
        shard.recordPositions();
        assertThat(log.uncommittedRecords()).hasSize(1);

        pass(Duration.ofSeconds(2));
        shard.recordPositions();
        shard.recordPositions();
        assertThat(log.uncommittedRecords()).hasSize(2);

        pass(Duration.ofMinutes(59));
        shard.recordPositions();
        assertThat(log.uncommittedRecords()).hasSize(2);

        pass(Duration.ofMinutes(2));
        shard.recordPositions();
        assertThat(log.uncommittedRecords()).hasSize(3);
    }

    /** The shard's next owner would not find it, and would record another. */
    @Test
    void anOutcomeIsNotInTheLogBeforeItsClaimThoughTheClockWentBack() {
        MockProducer<byte[], byte[]> log =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        OpenShard shard = open(log, _ -> {});
        Instant claimedAt = clock.instant().plus(Duration.ofMinutes(10));
        Claimed claim = new Claimed(
                UUID.randomUUID(), "acme", Mode.LIVE, "w", UUID.randomUUID(), EventType.CHARGER_BOOT, claimedAt);

        shard.append(List.of(Ended.withoutAttempt(claim, Outcome.UNKNOWN, clock.instant())));

        assertThat(log.uncommittedRecords())
                .extracting(ProducerRecord::timestamp)
                .containsExactly(claimedAt.toEpochMilli());
    }

    @Test
    void aDeliveryThatCannotBeginMakesTheShardFail() throws Exception {
        IllegalStateException fault = new IllegalStateException("closed");
        MockProducer<byte[], byte[]> log =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        OpenShard shard = open(log, _ -> {
            throw fault;
        });

        shard.claim(oneDelivery(), clock.instant());
        log.completeNext();

        shard.pending().get(5, TimeUnit.SECONDS);
        assertThat(shard.failure()).isSameAs(fault);
    }

    /** Claims of a healthy shard are in the log, and must be POSTed, though another shard ends the session. */
    @Test
    void shardsAreClosedOnceTheirAppendsHaveEnded() throws Exception {
        MockProducer<byte[], byte[]> log =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        List<Delivery> begun = new CopyOnWriteArrayList<>();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        AssignedShards shards = new AssignedShards(
                _ -> open(log, begun::add), new ClaimLedger(meters), new ClaimMetrics(meters), nanos::get);
        shards.assign(Set.of(0));
        await().until(() -> shards.all().stream().anyMatch(AssignedShard::maintain));
        OpenShard shard = requireNonNull(shards.open(0));
        shard.claim(oneDelivery(), clock.instant());

        Thread closing = Thread.currentThread();
        Thread later = Thread.startVirtualThread(
                () -> await().until(() -> closing.getState() == Thread.State.TIMED_WAITING && log.completeNext()));
        shards.closeAfterAppends();

        later.join();
        assertThat(begun).hasSize(1);
    }

    private OpenShard open(MockProducer<byte[], byte[]> log, Consumer<Delivery> claimed) {
        ShardProducer producer = new ShardProducer(log, nanos::get);
        producer.fenceFormer();
        return new OpenShard(
                0,
                new Instance("test"),
                producer,
                new ShardState(Duration.ofMinutes(15), 1_000, System::nanoTime),
                claimed,
                new ClaimMetrics(new SimpleMeterRegistry()),
                clock,
                nanos::get);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private Batch oneDelivery() {
        EventRecord record = Events.connected("acme");
        UUID event = UUID.randomUUID();
        Claimed claim = new Claimed(
                Claimed.id(event, "w"),
                "acme",
                record.mode(),
                "w",
                event,
                record.data().type(),
                clock.instant());
        Batch batch = Batch.empty();
        batch.deliveries()
                .add(new Delivery(
                        0,
                        claim,
                        nanos.get(),
                        EventBody.of(record.envelope()),
                        clock.instant(),
                        new TraceHeaders(null, null),
                        null));
        batch.events()
                .add(new ClaimedEvent(
                        event, "acme", claim.mode(), claim.event(), Topics.CHARGER_EVENTS.name(), 17, List.of("w")));
        return batch;
    }
}
