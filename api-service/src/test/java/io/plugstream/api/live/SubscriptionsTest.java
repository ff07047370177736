package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.api.projection.Story;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;
import tools.jackson.databind.node.ObjectNode;

class SubscriptionsTest {

    private static final Audience AUDIENCE = new Audience("org", Mode.LIVE);
    private static final EventFilter ALL = new EventFilter(Set.of(), Set.of(), Set.of());

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Subscriptions subscriptions = new Subscriptions(meters);
    private final Story story = new Story("org", "CP");

    @BeforeEach
    void begin() {
        subscriptions.begin(Position.START);
    }

    @Test
    void aStreamThatCannotJoinEnds() {
        Subscription early = subscription(Position.START);

        assertThat(new Subscriptions(meters).join(early)).isNull();
        StepVerifier.create(early.messages()).expectComplete().verify(Duration.ofSeconds(20));
    }

    @Test
    void aStreamReceivesEventsAfterItJoined() {
        subscriptions.dispatch(record(0, story.connected()));
        Subscription late = subscription(Position.START);
        Position joined = Objects.requireNonNull(subscriptions.join(late));
        subscriptions.dispatch(record(1, story.disconnected()));
        subscriptions.leave(late);
        subscriptions.dispatch(record(2, story.connected()));
        late.end();

        assertThat(joined.next(0)).isEqualTo(1);
        List<StreamMessage> received =
                Objects.requireNonNull(late.messages().collectList().block(Duration.ofSeconds(20)));
        assertThat(received).extracting(StreamMessage::event).containsExactly("charger.disconnected");
        assertThat(EventIds.read(Objects.requireNonNull(received.getFirst().id()), AUDIENCE))
                .hasValueSatisfying(position -> assertThat(position.next(0)).isEqualTo(2));
    }

    @Test
    void aStreamAheadOfTheHeadReceivesNothingTwiceAndNeverGoesBack() {
        long[] seen = Position.START.toArray();
        seen[0] = 2;
        seen[7] = 5;
        Subscription ahead = subscription(Position.of(seen));
        subscriptions.join(ahead);
        subscriptions.dispatch(record(0, story.connected()));
        subscriptions.dispatch(record(1, story.disconnected()));
        subscriptions.dispatch(record(2, story.connected()));
        ahead.end();

        List<StreamMessage> received =
                Objects.requireNonNull(ahead.messages().collectList().block(Duration.ofSeconds(20)));
        seen[0] = 3;
        assertThat(received).hasSize(1);
        assertThat(EventIds.read(Objects.requireNonNull(received.getFirst().id()), AUDIENCE))
                .contains(Position.of(seen));
    }

    @Test
    void storedOnlyAndUnreadableRecordsAreSkipped() {
        Subscription stream = subscription(Position.START);
        subscriptions.join(stream);
        subscriptions.dispatch(record(0, story.event(story.connected().data(), true)));
        subscriptions.dispatch(new ConsumerRecord<>(
                Topics.CHARGER_EVENTS.name(), 0, 1, key("org/CP"), "{".getBytes(StandardCharsets.UTF_8)));
        subscriptions.dispatch(new ConsumerRecord<>(Topics.CHARGER_EVENTS.name(), 0, 2, new byte[0], new byte[0]));
        subscriptions.dispatch(record(3, new Story("org-2", "CP").connected()));
        stream.end();

        StepVerifier.create(stream.messages()).verifyComplete();
        assertThat(Objects.requireNonNull(subscriptions.head()).next(0)).isEqualTo(4);
    }

    /** As the read models do, although a stream does not need the connection's id itself. */
    @Test
    void anEventWithoutARequiredFieldIsSkipped() {
        Subscription stream = subscription(Position.START);
        subscriptions.join(stream);
        ObjectNode event =
                (ObjectNode) Json.mapper().readTree(record(0, story.connected()).value());
        event.remove("connectionId");
        subscriptions.dispatch(new ConsumerRecord<>(
                Topics.CHARGER_EVENTS.name(), 0, 0, key("org/CP"), Json.mapper().writeValueAsBytes(event)));
        stream.end();

        StepVerifier.create(stream.messages()).verifyComplete();
        assertThat(Objects.requireNonNull(subscriptions.head()).next(0)).isEqualTo(1);
    }

    @Test
    void aSlowStreamEndsWithAnOverflowEventThatHasThePosition() {
        Subscription slow = subscription(Position.START);
        subscriptions.join(slow);
        for (int i = 0; i < 40; i++) {
            subscriptions.dispatch(record(i, story.connected()));
        }

        List<StreamMessage> received =
                Objects.requireNonNull(slow.messages().collectList().block(Duration.ofSeconds(20)));
        assertThat(received.getLast().event()).isEqualTo("overflow");
        assertThat(received.getLast().id())
                .isEqualTo(received.get(received.size() - 2).id());
        assertThat(EventIds.read(Objects.requireNonNull(received.getLast().id()), AUDIENCE))
                .hasValueSatisfying(position -> assertThat(position.next(0)).isEqualTo(received.size() - 1));
        StepVerifier.create(slow.overflowed()).verifyComplete();
        assertThat(meters.counter("plugstream.api.live.cut").count()).isEqualTo(1);
        assertThat(meters.get("plugstream.api.live.streams").gauge().value()).isZero();
    }

    @Test
    void aHeartbeatHasThePositionOfTheHead() {
        Subscription stream = subscription(Position.START);
        subscriptions.join(stream);
        subscriptions.dispatch(record(0, new Story("org-2", "CP").connected()));
        subscriptions.beat();
        stream.end();

        List<StreamMessage> received =
                Objects.requireNonNull(stream.messages().collectList().block(Duration.ofSeconds(20)));
        assertThat(received).extracting(StreamMessage::event).containsExactly((String) null);
        assertThat(EventIds.read(Objects.requireNonNull(received.getFirst().id()), AUDIENCE))
                .isEqualTo(java.util.Optional.ofNullable(subscriptions.head()));
    }

    @Test
    void onlyStreamsThatAskReceiveRefusedHandshakesAndIdsStayTheSame() {
        Subscription plain = subscription(Position.START);
        Subscription watching = watching(Mode.LIVE, Set.of());
        Subscription ofAnother = watching(Mode.LIVE, Set.of("CP-2"));
        Subscription inTest = watching(Mode.TEST, Set.of());
        List<Subscription> all = List.of(plain, watching, ofAnother, inTest);
        all.forEach(subscriptions::join);

        subscriptions.dispatch(refusal(AUDIENCE.organisationId(), Mode.LIVE));
        subscriptions.dispatch(refusal(AUDIENCE.organisationId(), null));
        subscriptions.dispatch(refusal("org-2", Mode.LIVE));
        subscriptions.dispatch(new RefusedHandshake(
                UUID.randomUUID(),
                AUDIENCE.organisationId(),
                null,
                null,
                RefusedHandshake.Reason.WRONG_PATH,
                "192.0.2.7",
                Instant.EPOCH));
        all.forEach(Subscription::end);

        assertThat(refusals(plain)).isEmpty();
        assertThat(refusals(ofAnother)).isEmpty();
        assertThat(refusals(inTest)).hasSize(2);
        assertThat(refusals(watching)).hasSize(3).allSatisfy(message -> {
            assertThat(message.id()).isNull();
            assertThat(message.text()).contains("\"reason\":\"wrong_pa").doesNotContain("org-");
        });
    }

    @Test
    void refusedHandshakesNeverEndAStream() {
        Subscription slow = watching(Mode.LIVE, Set.of());
        subscriptions.join(slow);
        for (int i = 0; i < 1_000; i++) {
            subscriptions.dispatch(refusal(AUDIENCE.organisationId(), Mode.LIVE));
        }
        assertThat(slow.isCutOff()).isFalse();
        assertThat(meters.get("plugstream.api.live.streams").gauge().value()).isEqualTo(1);
    }

    private static Subscription watching(Mode mode, Set<String> chargers) {
        Audience audience = new Audience(AUDIENCE.organisationId(), mode);
        return new Subscription(
                audience, new EventFilter(Set.of(), chargers, Set.of(Extra.HANDSHAKES)), Position.START, 16);
    }

    private static RefusedHandshake refusal(String organisationId, @Nullable Mode mode) {
        return new RefusedHandshake(
                UUID.randomUUID(),
                organisationId,
                "CP-1",
                mode,
                RefusedHandshake.Reason.WRONG_PASSWORD,
                "192.0.2.7",
                Instant.parse("2026-01-31T09:00:00Z"));
    }

    private static List<StreamMessage> refusals(Subscription subscription) {
        return Objects.requireNonNull(subscription.messages().collectList().block(Duration.ofSeconds(20)));
    }

    private static Subscription subscription(Position from) {
        return new Subscription(AUDIENCE, ALL, from, 16);
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, EventRecord event) {
        String topic = Topics.CHARGER_EVENTS.name();
        return new ConsumerRecord<>(
                topic,
                0,
                offset,
                key(event.chargerId().toString()),
                Topics.CHARGER_EVENTS.values().serializer().serialize(topic, event));
    }

    private static byte[] key(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
