package io.plugstream.webhook.claim;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.webhook.Events;
import io.plugstream.webhook.match.Subscriptions;
import io.plugstream.webhook.outcome.ClaimLedger;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shards whose appends the test acknowledges. Each shard begins with an append of its positions. */
class ClaimSessionTest {

    private static final int MOST_POLLED = 500;

    private final AtomicLong nanos = new AtomicLong();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final EventTopics source = new EventTopics();
    private final Map<Integer, MockProducer<byte[], byte[]>> logs = new ConcurrentHashMap<>();
    private final List<CompletableFuture<Void>> parked = new ArrayList<>();
    private int parkedTogether = 1;
    private boolean brokerIsAway;

    private final ClaimSession session = new ClaimSession(
            source,
            this::open,
            new ClaimLedger(meters),
            new Claimant(new Subscriptions(ClaimSessionTest::webhooks), nanos::get, meters),
            this::park,
            ClaimantTest.hasty(),
            new ClaimMetrics(meters),
            nanos::get);

    @BeforeEach
    void join() {
        session.join();
    }

    @AfterEach
    void close() {
        logs.values().forEach(ClaimSessionTest::acknowledge);
        session.close();
    }

    @Test
    void anEventIsReadWhileItsShardAppends() {
        own(0);
        publish(0, 1);

        session.turn();
        assertThat(source.position(events(0))).isEqualTo(1);
        assertThat(claims(0)).isEmpty();

        acknowledge(log(0));
        session.turn();
        assertThat(claims(0)).containsExactly(0L);
        assertThat(source.lastWait).as("no further event was awaited").isLessThan(Duration.ofMillis(100));
    }

    @Test
    void aShardThatAppendsForLongNeitherFillsTheMemoryNorStopsOthers() {
        own(0, 1);
        acknowledge(log(1));
        publish(0, 5_000);
        publish(1, 1);

        for (int turn = 0; turn < 6; turn++) {
            session.turn();
        }

        assertThat(source.position(events(0))).isLessThanOrEqualTo(3 * MOST_POLLED);
        assertThat(claims(1)).containsExactly(0L);

        await().until(() -> {
            acknowledge(log(0));
            session.turn();
            return source.position(events(0)) == 5_000 && claims(0).size() == 5_000;
        });
        assertThat(claims(0))
                .containsExactlyElementsOf(LongStream.range(0, 5_000).boxed().toList());
    }

    @Test
    void theGroupsOffsetsAreCommittedEveryFiveSeconds() {
        own(0);
        acknowledge(log(0));
        publish(0, 3);
        session.turn();
        assertThat(source.committed(Set.of(events(0)))).isEmpty();

        nanos.addAndGet(TimeUnit.SECONDS.toNanos(5));
        session.turn();

        assertThat(source.committed(Set.of(events(0)))).containsEntry(events(0), new OffsetAndMetadata(3));
    }

    @Test
    void unreadableRecordsAreParkedTogether() {
        own(0);
        acknowledge(log(0));
        parkedTogether = 3;
        for (int offset = 0; offset < 3; offset++) {
            source.addRecord(record(0, offset, new byte[] {'{'}));
        }
        publish(0, 3, 4);

        session.turn();

        assertThat(parked).hasSize(3).allMatch(CompletableFuture::isDone);
        assertThat(claims(0)).containsExactly(3L);
    }

    @Test
    void withoutABrokerOneRecordAloneIsTried() {
        own(0);
        acknowledge(log(0));
        brokerIsAway = true;
        for (int offset = 0; offset < 3; offset++) {
            source.addRecord(record(0, offset, new byte[] {'{'}));
        }

        assertThatThrownBy(session::turn).isInstanceOf(KafkaException.class);

        assertThat(parked).hasSize(1);
    }

    /** Assigns shards, and waits until they are open. */
    private void own(int... shards) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (int shard : shards) {
            Sources.NAMES.forEach(topic -> partitions.add(new TopicPartition(topic, shard)));
        }
        source.rebalance(partitions);
        await().until(() -> {
            session.turn();
            return logs.values().stream()
                            .filter(log -> !log.uncommittedRecords().isEmpty())
                            .count()
                    == shards.length;
        });
    }

    private OpenShard open(int number) {
        MockProducer<byte[], byte[]> log =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        logs.put(number, log);
        ShardProducer producer = new ShardProducer(log, nanos::get);
        producer.fenceFormer();
        ShardState state = new ShardState(Duration.ofMinutes(15), 10_000, System::nanoTime);
        Sources.NAMES.forEach(topic -> state.processed(topic, 0));
        return new OpenShard(
                number,
                new Instance("test"),
                producer,
                state,
                _ -> {},
                new ClaimMetrics(meters),
                Clock.systemUTC(),
                nanos::get);
    }

    private CompletableFuture<?> park(ConsumerRecord<byte[], byte[]> record, String reason) {
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        parked.add(acknowledged);
        if (brokerIsAway) {
            acknowledged.completeExceptionally(new TimeoutException("no metadata"));
            return acknowledged;
        }
        if (parked.size() >= parkedTogether) {
            parked.forEach(one -> one.complete(null));
        }
        return acknowledged;
    }

    private MockProducer<byte[], byte[]> log(int shard) {
        return requireNonNull(logs.get(shard));
    }

    private static void acknowledge(MockProducer<byte[], byte[]> log) {
        while (log.completeNext()) {
            // Each completes one append.
        }
    }

    private void publish(int shard, int events) {
        publish(shard, 0, events);
    }

    private void publish(int shard, int from, int to) {
        for (int offset = from; offset < to; offset++) {
            source.addRecord(record(
                    shard,
                    offset,
                    Topics.CHARGER_EVENTS.values().serializer().serialize("", Events.connected("acme"))));
        }
    }

    /** The offsets of the claimed events, in the order of their claims. */
    private List<Long> claims(int shard) {
        return log(shard).uncommittedRecords().stream()
                .map(record -> Topics.WEBHOOK_CLAIMS.values().deserializer().deserialize("", record.value()))
                .map(ClaimRecord::events)
                .flatMap(List::stream)
                .map(ClaimedEvent::offset)
                .toList();
    }

    private static TopicPartition events(int shard) {
        return new TopicPartition(Topics.CHARGER_EVENTS.name(), shard);
    }

    private static ConsumerRecord<byte[], byte[]> record(int shard, long offset, byte[] value) {
        return new ConsumerRecord<>(Topics.CHARGER_EVENTS.name(), shard, offset, new byte[0], value);
    }

    private static OrganisationWebhooks webhooks(String organisationId) {
        return new OrganisationWebhooks(
                organisationId,
                List.of(new WebhookRegistration(
                        "w", Mode.LIVE, "https://example.com/", Set.of(EventType.CHARGER_CONNECTED), true, List.of())));
    }

    /** Remembers how long the last poll would have waited. */
    private static final class EventTopics extends MockConsumer<byte[], byte[]> {

        private Duration lastWait = Duration.ZERO;

        EventTopics() {
            super("none");
            setMaxPollRecords(MOST_POLLED);
            Stream.concat(Sources.NAMES.stream(), Sources.WRITTEN.stream())
                    .forEach(topic -> updatePartitions(
                            topic,
                            List.of(
                                    new PartitionInfo(topic, 0, null, null, null),
                                    new PartitionInfo(topic, 1, null, null, null))));
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            lastWait = timeout;
            return super.poll(timeout);
        }
    }
}
