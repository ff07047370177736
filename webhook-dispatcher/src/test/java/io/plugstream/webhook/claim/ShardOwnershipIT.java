package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicProperties;
import io.plugstream.base.kafka.TopicUse;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.plugstream.webhook.Events;
import io.plugstream.webhook.TestLog;
import io.plugstream.webhook.deliver.Delivery;
import io.plugstream.webhook.deliver.EventBody;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Former and present owners of a shard, on a real broker. Each test has its own shard. */
class ShardOwnershipIT {

    private static final Logger LOG = LoggerFactory.getLogger(ShardOwnershipIT.class);

    private static Kafka broker;
    private static TestLog log;
    private static DeadLetters deadLetters;

    private final Queue<UUID> posted = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start() throws Exception {
        broker = RealParts.newKafka();
        log = new TestLog(broker.bootstrapServers());
        log.createTopics();
        Topic<byte[], byte[]> parked = Topics.deadLetters("webhook-dispatcher");
        TopicUse used = new TopicUse(List.of(parked), List.of());
        TopicCreator topics =
                new TopicCreator(log.clients(), used, new TopicProperties(Duration.ofSeconds(30), true, true, null));
        topics.run();
        deadLetters = new DeadLetters(parked, used, log.clients(), new Instance("test"), new SimpleMeterRegistry());
    }

    @AfterAll
    static void stop() {
        deadLetters.destroy();
        log.close();
        broker.close();
    }

    @Test
    void aFormerOwnerCannotAppendButItsClaimsCountThoughTheirTransactionIsAborted() throws Exception {
        OpenShard former = open(0);
        UUID claimed = claim(former);
        assertThat(posted).containsExactly(claimed);

        OpenShard owner = open(0);
        UUID tooLate = claim(former);

        assertThat(former.failure()).isNotNull();
        assertThat(posted).containsExactly(claimed);
        assertThat(inTheLog(0)).contains(claimed).doesNotContain(tooLate);
        assertThat(owner.state().claimedAs(claimed)).isEqualTo(new ClaimedEvents.Place("charger-events", 17));
        assertThat(owner.state().claimedAs(tooLate)).isNull();
        assertThat(owner.state().next()).containsEntry("charger-events", 0L);
        assertThat(owner.openClaims().due(System.nanoTime()))
                .extracting(Claimed::eventId)
                .containsExactly(claimed);
        former.close();
        owner.close();
    }

    @Test
    void aFormerOwnerWithoutAnOpenTransactionCannotAppend() throws Exception {
        OpenShard former = open(1);
        claim(former);
        former.commit();
        OpenShard owner = open(1);

        UUID tooLate = claim(former);

        assertThat(former.failure()).isNotNull();
        assertThat(posted).doesNotContain(tooLate);
        assertThatThrownBy(() -> former.append(List.of(Ended.withoutAttempt(
                        delivery(1, UUID.randomUUID(), Instant.now()).claim(), Outcome.UNKNOWN, Instant.now()))))
                .isInstanceOf(KafkaException.class);
        assertThat(inTheLog(1)).doesNotContain(tooLate);
        assertThat(log.read(Topics.WEBHOOK_DELIVERIES.name())).isEmpty();
        former.close();
        owner.close();
    }

    @Test
    void unreadableClaimRecordsAreParkedAndSkipped() throws Exception {
        OpenShard former = open(2);
        UUID claimed = claim(former);
        log.append("webhook-claims", 2, null);
        log.append("webhook-claims", 2, "{broken".getBytes(StandardCharsets.UTF_8));
        log.append("webhook-claims", 2, "{\"owner\":\"x\",\"next\":{},\"events\":[]}".getBytes(StandardCharsets.UTF_8));

        OpenShard owner = open(2);

        assertThat(owner.state().claimedAs(claimed)).isNotNull();
        assertThat(log.read("webhook-dispatcher-dead-letters")).hasSizeGreaterThanOrEqualTo(3);
        former.close();
        owner.close();
    }

    @Test
    void aShardWithoutClaimRecordsBeginsAtTheEndOfItsEvents() throws Exception {
        log.publishTo(4, 30);
        log.commit("webhook-dispatcher", "charger-events", 4, 21);

        OpenShard owner = open(4);

        assertThat(owner.state().next()).containsEntry("charger-events", 30L);
        owner.close();
    }

    /** For example of a later release. Its events may have been POSTed. */
    @Test
    void aShardWithUnreadableClaimRecordsAloneBeginsAtTheEndOfItsEvents() throws Exception {
        log.publishTo(3, 30);
        log.append("webhook-claims", 3, "{broken".getBytes(StandardCharsets.UTF_8));

        OpenShard owner = open(3);

        assertThat(owner.state().next()).containsEntry("charger-events", 30L);
        owner.close();
    }

    @Test
    void claimsAreReadFromTheLogBehindManyEndsOfTransactions() throws Exception {
        OpenShard former = open(5);
        UUID claimed = claim(former);
        for (int i = 0; i < 5; i++) {
            former.close();
            former = open(5);
            claim(former);
            former.commit();
        }

        assertThat(former.state().claimedAs(claimed)).isNotNull();
        assertThat(former.state().events().size()).isEqualTo(6);
        former.close();
    }

    /** Otherwise it would POST an event again whose copy follows. */
    @Test
    void anOwnerWhoseClockIsAheadKnowsTheRecentClaims() throws Exception {
        OpenShard former = open(2);
        UUID claimed = claim(former);
        former.openClaims().ended(Claimed.id(claimed, "w"));
        claim(former);
        former.openClaims()
                .due(System.nanoTime())
                .forEach(claim -> former.openClaims().ended(claim.deliveryId()));
        claim(former);

        OpenShard owner = open(2, Clock.offset(Clock.systemUTC(), Duration.ofHours(3)));
        owner.state().events().forget();

        assertThat(owner.state().claimedAs(claimed)).isNotNull();
        former.close();
        owner.close();
    }

    /** The record of this claim is the only one in the new topic. */
    @Test
    void aClaimInARecreatedTopicIsOpenForTheNextOwner() throws Exception {
        OpenShard former = open(0);
        former.openClaims().ended(Claimed.id(claim(former), "w"));
        former.commit();
        log.recreate(Topics.WEBHOOK_CLAIMS);
        UUID claimed = claim(former);

        OpenShard owner = open(0);

        assertThat(posted).contains(claimed);
        assertThat(owner.openClaims().due(System.nanoTime()))
                .extracting(Claimed::eventId)
                .contains(claimed);
        former.close();
        owner.close();
    }

    /** A consumer asks for more at the log's end, and brokers let such a request wait for records. */
    @Test
    void aShardIsOpenedWithoutAWaitForFurtherRecords() throws Exception {
        OpenShard shard = open(1);
        claim(shard);
        Duration shortest = Duration.ofHours(1);
        for (int i = 0; i < 5; i++) {
            shard.close();
            long begun = System.nanoTime();
            shard = open(1);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            LOG.info("Shard opened in {} ms", took.toMillis());
            shortest = took.compareTo(shortest) < 0 ? took : shortest;
        }

        assertThat(shortest).isLessThan(Duration.ofMillis(450));
        shard.close();
    }

    /** The events of all claim records of a shard, including those of aborted transactions. */
    private static List<UUID> inTheLog(int shard) {
        return log.read(Topics.WEBHOOK_CLAIMS.name()).stream()
                .filter(record -> record.partition() == shard)
                .map(record -> Topics.WEBHOOK_CLAIMS.values().deserializer().deserialize("", record.value()))
                .flatMap(ClaimRecord::claims)
                .map(Claimed::eventId)
                .toList();
    }

    private OpenShard open(int shard) {
        return open(shard, Clock.systemUTC());
    }

    private OpenShard open(int shard, Clock clock) {
        KafkaClients clients = log.clients();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        ShardProducer producer = new ShardProducer(clients, shard);
        producer.fenceFormer();
        ClaimProperties properties = new ClaimProperties(
                Duration.ofMinutes(5), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMinutes(15), 10_000);
        try (ShardLog shardLog = new ShardLog(clients, deadLetters, properties, clock, System::nanoTime)) {
            return new OpenShard(
                    shard,
                    new Instance("test"),
                    producer,
                    shardLog.read(shard),
                    delivery -> posted.add(delivery.claim().eventId()),
                    new ClaimMetrics(meters),
                    clock,
                    System::nanoTime);
        }
    }

    /** Claims an event and returns when the append has succeeded or failed. */
    private UUID claim(OpenShard shard) {
        UUID event = UUID.randomUUID();
        Delivery delivery = delivery(shard.number(), event, shard.now());
        Batch batch = Batch.empty();
        batch.deliveries().add(delivery);
        ClaimedEvent claimed = new ClaimedEvent(
                event,
                "acme",
                delivery.claim().mode(),
                delivery.claim().event(),
                Topics.CHARGER_EVENTS.name(),
                17,
                List.of("w"));
        batch.events().add(claimed);
        shard.state().remember(claimed);
        shard.claim(batch, shard.now());
        await().atMost(Duration.ofSeconds(30)).until(() -> shard.pending().isDone());
        return event;
    }

    private static Delivery delivery(int shard, UUID event, Instant now) {
        EventRecord record = Events.connected("acme");
        Claimed claim = new Claimed(
                Claimed.id(event, "w"),
                "acme",
                record.mode(),
                "w",
                event,
                record.data().type(),
                now);
        return new Delivery(shard, claim, 0, EventBody.of(record.envelope()), now, new TraceHeaders(null, null), null);
    }
}
