package io.plugstream.webhook.claim;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.webhook.Events;
import io.plugstream.webhook.match.Subscriptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ClaimantTest {

    private static final TopicPartition PARTITION = new TopicPartition("charger-events", 2);
    private static final TopicPartition TESTS = new TopicPartition("webhook-tests", 1);

    private final Instant now = Instant.parse("2026-01-31T12:00:00Z");
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Claimant claimant = new Claimant(new Subscriptions(ClaimantTest::webhooks), System::nanoTime, meters);
    private final ShardState state = new ShardState(Duration.ofMinutes(15), 1_000, System::nanoTime);

    @BeforeEach
    void begin() {
        Sources.NAMES.forEach(topic -> state.processed(topic, 0));
    }

    @Test
    void claimsADeliveryForEachWebhook() {
        EventRecord event = Events.connected("acme");

        Batch batch = batch(List.of(record(7, event)));

        assertThat(batch.deliveries())
                .extracting(delivery -> delivery.claim())
                .containsExactly(
                        new Claimed(
                                Claimed.id(event.eventId(), "a"),
                                "acme",
                                Mode.LIVE,
                                "a",
                                event.eventId(),
                                EventType.CHARGER_CONNECTED,
                                now),
                        new Claimed(
                                Claimed.id(event.eventId(), "b"),
                                "acme",
                                Mode.LIVE,
                                "b",
                                event.eventId(),
                                EventType.CHARGER_CONNECTED,
                                now));
        assertThat(batch.following()).isEqualTo(Map.of(PARTITION.topic(), 8L));
    }

    @Test
    void skipsRecordsThatWereProcessedBefore() {
        state.processed(PARTITION.topic(), 8);

        Batch batch = batch(List.of(record(7, Events.connected("acme")), record(8, Events.connected("acme"))));

        assertThat(batch.deliveries()).hasSize(2);
        assertThat(batch.following()).isEqualTo(Map.of(PARTITION.topic(), 9L));
        assertThat(batch(List.of(record(7, Events.connected("acme")))).following())
                .isEmpty();
    }

    @Test
    void aCopyOfAnEventIsNotClaimedAgain() {
        EventRecord event = Events.connected("acme");

        Batch first = batch(List.of(record(7, event), record(8, event)));
        Batch later = batch(List.of(record(9, event)));

        assertThat(first.deliveries()).hasSize(2);
        assertThat(first.following()).isEqualTo(Map.of(PARTITION.topic(), 9L));
        assertThat(later.deliveries()).isEmpty();
        assertThat(later.following()).isEqualTo(Map.of(PARTITION.topic(), 10L));
        assertThat(meters.get("plugstream.dispatcher.copies").counter().count()).isEqualTo(2);
    }

    @Test
    void aBatchIsNoLargerThanARecordMayBe() {
        List<ConsumerRecord<byte[], byte[]>> records = LongStream.range(0, 600)
                .mapToObj(offset -> record(offset, Events.connected("acme")))
                .toList();

        Batch first = batch(records);
        Batch second = batch(first.left());

        assertThat(first.deliveries()).hasSize(1_000);
        assertThat(first.following()).isEqualTo(Map.of(PARTITION.topic(), 500L));
        assertThat(second.deliveries()).hasSize(200);
        assertThat(second.left()).isEmpty();
    }

    @Test
    void aRecordThatWasReadTwiceIsClaimedOnce() {
        ConsumerRecord<byte[], byte[]> record = record(7, Events.connected("acme"));

        Batch batch = batch(List.of(record, record));

        assertThat(batch.deliveries())
                .extracting(delivery -> delivery.claim().webhookId())
                .containsExactly("a", "b");
        assertThat(batch.held()).isEmpty();
    }

    @Test
    void claimsASampleOnlyForItsWebhookEvenIfThatIsUnknown() {
        SampleEvent sample = Events.sample("acme", "b");
        SampleEvent unknown = Events.sample("nobody", "x");

        Batch batch = batch(List.of(record(1, sample), record(2, unknown)));

        assertThat(batch.deliveries())
                .extracting(delivery -> delivery.claim())
                .containsExactly(
                        new Claimed(
                                Claimed.id(sample.eventId(), "b"),
                                "acme",
                                Mode.LIVE,
                                "b",
                                sample.eventId(),
                                EventType.CHARGER_CONNECTED,
                                now),
                        new Claimed(
                                Claimed.id(unknown.eventId(), "x"),
                                "nobody",
                                Mode.LIVE,
                                "x",
                                unknown.eventId(),
                                EventType.CHARGER_CONNECTED,
                                now));
        assertThat(batch.deliveries()).extracting(delivery -> delivery.sample()).containsExactly(sample, unknown);
        assertThat(batch.following()).isEqualTo(Map.of(TESTS.topic(), 3L));
    }

    @Test
    void parksAnIncompleteSample() {
        byte[] noWebhook = "{\"organisationId\":\"acme\"}".getBytes(StandardCharsets.UTF_8);

        Batch batch = batch(List.of(record(TESTS, 1, noWebhook)));

        assertThat(batch.deliveries()).isEmpty();
        assertThat(batch.unreadable())
                .extracting(Batch.Unreadable::reason)
                .containsExactly("not a record of this topic");
        assertThat(batch.following()).isEqualTo(Map.of(TESTS.topic(), 2L));
    }

    @Test
    void parksUnreadableRecordsAndContinues() {
        Batch batch = batch(List.of(
                record(1, "no JSON".getBytes(StandardCharsets.UTF_8)),
                record(2, "{\"organisationId\":\"acme\"}".getBytes(StandardCharsets.UTF_8)),
                record(3, Events.connected("acme"))));

        assertThat(batch.unreadable())
                .extracting(unreadable -> unreadable.record().offset())
                .containsExactly(1L, 2L);
        assertThat(batch.deliveries()).hasSize(2);
        assertThat(batch.following()).isEqualTo(Map.of(PARTITION.topic(), 4L));
    }

    /** As the read models do, although the dispatcher does not use the connection's id itself. */
    @Test
    void parksAnEventThatLacksARequiredField() {
        ObjectNode event = (ObjectNode) Json.mapper().readTree(bytes(Events.connected("acme")));
        event.remove("connectionId");

        Batch batch = batch(List.of(record(1, Json.mapper().writeValueAsBytes(event))));

        assertThat(batch.deliveries()).isEmpty();
        assertThat(batch.unreadable())
                .extracting(unreadable -> unreadable.record().offset())
                .containsExactly(1L);
        assertThat(batch.following()).isEqualTo(Map.of(PARTITION.topic(), 2L));
    }

    /** As the read models do: a webhook must not receive an event that the API does not list. */
    @Test
    void parksAnEventOfAnotherTopic() {
        Batch batch = batch(List.of(new ConsumerRecord<>(
                Topics.TRANSACTION_EVENTS.name(), PARTITION.partition(), 1, null, bytes(Events.connected("acme")))));

        assertThat(batch.deliveries()).isEmpty();
        assertThat(batch.unreadable()).hasSize(1);
    }

    /** The id must never change between releases: read models recognise repeated claims by it. */
    @Test
    void aDeliverysIdDependsOnlyOnEventAndWebhook() {
        UUID event = UUID.fromString("0190d5c8-7b1e-7c3a-9f00-000000000001");
        UUID other = UUID.fromString("0190d5c8-7b1e-7c3a-9f00-000000000002");

        assertThat(Claimed.id(event, "a")).hasToString("ba293461-1321-38f0-8cdd-712367d4e6f7");
        assertThat(List.of(Claimed.id(event, "a"), Claimed.id(event, "b"), Claimed.id(other, "a")))
                .doesNotHaveDuplicates();
    }

    @Test
    void holdsALateRecordAndAllAfterItInItsPartitionUntilItsWebhookHasRoom() {
        Iterable<ConsumerRecord<byte[], byte[]>> records = List.of(
                record(1, Events.connected("acme")),
                record(2, Events.connected("acme")),
                record(3, Events.connected("acme")),
                record(TESTS, 1, Topics.WEBHOOK_TESTS.values().serializer().serialize("", Events.sample("acme", "z"))));

        Batch held = claimant.batch(2, records, state, pace("b", 1), now);

        assertThat(held.deliveries()).hasSize(3);
        assertThat(held.following()).isEqualTo(Map.of(PARTITION.topic(), 2L, TESTS.topic(), 2L));
        assertThat(held.held()).containsOnlyKeys(PARTITION);
        assertThat(held.held().get(PARTITION))
                .extracting(ConsumerRecord::offset)
                .containsExactly(2L, 3L);

        Batch free = claimant.batch(2, requireNonNull(held.held().get(PARTITION)), state, pace("b", 3), now);

        assertThat(free.following()).isEqualTo(Map.of(PARTITION.topic(), 4L));
        assertThat(free.held()).isEmpty();
    }

    /** All events are late, and only {@code webhook} has limited room. */
    private static Pace pace(String webhook, int room) {
        return new Pace(
                () -> Integer.MAX_VALUE,
                claim -> claim.webhookId().equals(webhook) ? room : Integer.MAX_VALUE,
                Duration.ofSeconds(1));
    }

    private Batch batch(Iterable<ConsumerRecord<byte[], byte[]>> records) {
        return claimant.batch(2, records, state, hasty(), now);
    }

    /** No event is late. */
    static Pace hasty() {
        return new Pace(() -> 0, _ -> 0, Duration.ofDays(100_000));
    }

    private static OrganisationWebhooks webhooks(String organisationId) {
        return new OrganisationWebhooks(organisationId, List.of(webhook("a"), webhook("b")));
    }

    private static WebhookRegistration webhook(String id) {
        return new WebhookRegistration(
                id, Mode.LIVE, "https://example.com/", Set.of(EventType.CHARGER_CONNECTED), true, List.of());
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, EventRecord event) {
        return record(offset, bytes(event));
    }

    private static byte[] bytes(EventRecord event) {
        return Topics.CHARGER_EVENTS.values().serializer().serialize(PARTITION.topic(), event);
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, SampleEvent sample) {
        return record(TESTS, offset, Topics.WEBHOOK_TESTS.values().serializer().serialize(TESTS.topic(), sample));
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, byte[] value) {
        return record(PARTITION, offset, value);
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset, byte[] value) {
        return new ConsumerRecord<>(partition.topic(), partition.partition(), offset, new byte[0], value);
    }
}
