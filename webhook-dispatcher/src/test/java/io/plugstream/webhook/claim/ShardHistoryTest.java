package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.webhook.Events;
import io.plugstream.webhook.deliver.Delivery;
import io.plugstream.webhook.match.Subscriptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A shard in random histories of events, copies, successful and failed claims, crashes and takeovers. */
class ShardHistoryTest {

    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    private static final String TOPIC = Topics.CHARGER_EVENTS.name();

    @Property(tries = 300)
    void noEventIsPostedTwiceNoneIsLostAndEveryClaimIsKnown(
            @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 99) Integer> steps) {
        History history = new History();
        steps.forEach(history::step);
        history.takeOver();
        history.claim(Fate.ACKNOWLEDGED);

        assertThat(history.posted).doesNotHaveDuplicates();
        assertThat(history.claimed()).doesNotHaveDuplicates();
        assertThat(history.claimed()).containsExactlyInAnyOrderElementsOf(history.distinctEvents());
        Set<UUID> open = new HashSet<>(history.allClaims().keySet());
        open.removeAll(history.ended);
        history.takeOver();
        // Claims that have ended may still count as open until the outcomes are read. No open claim may be missing.
        assertThat(history.owner.open().due(System.nanoTime()))
                .extracting(Claimed::deliveryId)
                .containsAll(open);
    }

    /** The result of an append. */
    private enum Fate {
        ACKNOWLEDGED,
        LANDS_UNHEARD,
        IS_LOST
    }

    private static final class History {

        private final Claimant claimant =
                new Claimant(new Subscriptions(History::webhooks), System::nanoTime, new SimpleMeterRegistry());
        private final List<EventRecord> source = new ArrayList<>();
        /** Null stands for a transaction marker. */
        private final List<ClaimRecord> log = new ArrayList<>();

        private final List<UUID> posted = new ArrayList<>();
        private final Set<UUID> ended = new HashSet<>();
        private ShardState owner = replay();

        void step(int dice) {
            if (dice < 35) {
                source.add(Events.connected("acme"));
            } else if (dice < 50 && !source.isEmpty()) {
                source.add(source.get(dice % source.size()));
            } else if (dice < 70) {
                claim(Fate.ACKNOWLEDGED);
            } else if (dice < 78) {
                claim(Fate.LANDS_UNHEARD);
                takeOver();
            } else if (dice < 86) {
                claim(Fate.IS_LOST);
                takeOver();
            } else if (dice < 92) {
                takeOver();
            } else {
                posted.stream().skip(dice % 3).forEach(this::end);
            }
        }

        void takeOver() {
            log.add(null);
            owner = replay();
        }

        void claim(Fate fate) {
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            for (int offset = 0; offset < source.size(); offset++) {
                records.add(new ConsumerRecord<>(
                        TOPIC,
                        0,
                        offset,
                        new byte[0],
                        Topics.CHARGER_EVENTS.values().serializer().serialize(TOPIC, source.get(offset))));
            }
            Batch batch = claimant.batch(0, records, owner, ClaimantTest.hasty(), NOW);
            List<Claimed> claims =
                    batch.deliveries().stream().map(Delivery::claim).toList();
            ClaimRecord record =
                    new ClaimRecord("one", NOW, owner.next(), owner.open().openFrom(), batch.events());
            owner.open().sent(claims, System.nanoTime());
            if (fate != Fate.IS_LOST) {
                log.add(record);
            }
            if (fate == Fate.ACKNOWLEDGED) {
                owner.open().appended(claims, log.size() - 1);
                claims.forEach(claim -> posted.add(claim.eventId()));
            }
        }

        private void end(UUID event) {
            UUID delivery = Claimed.id(event, "w");
            ended.add(delivery);
            owner.open().ended(delivery);
        }

        /** Reads the log as {@link ShardLog} does. */
        private ShardState replay() {
            ShardState state = new ShardState(Duration.ofMinutes(15), 1_000, System::nanoTime);
            long openFrom = log.stream().filter(one -> one != null).toList().stream()
                    .reduce((_, last) -> last)
                    .map(ClaimRecord::openFrom)
                    .orElse(0L);
            for (int offset = 0; offset < log.size(); offset++) {
                ClaimRecord record = log.get(offset);
                if (record != null) {
                    state.replay(record, offset, openFrom, Duration.ZERO);
                }
            }
            state.open().reached(log.size());
            for (String topic : Sources.NAMES) {
                if (state.next(topic) == null) {
                    state.processed(topic, 0);
                }
            }
            return state;
        }

        List<UUID> claimed() {
            return allClaims().values().stream().map(Claimed::eventId).toList();
        }

        Map<UUID, Claimed> allClaims() {
            Map<UUID, Claimed> all = new LinkedHashMap<>();
            log.stream().filter(one -> one != null).flatMap(ClaimRecord::claims).forEach(claim -> {
                assertThat(all.put(claim.deliveryId(), claim))
                        .as("claimed twice")
                        .isNull();
            });
            return all;
        }

        List<UUID> distinctEvents() {
            return source.stream().map(EventRecord::eventId).distinct().toList();
        }

        private static OrganisationWebhooks webhooks(String organisationId) {
            return new OrganisationWebhooks(
                    organisationId,
                    List.of(new WebhookRegistration(
                            "w",
                            Mode.LIVE,
                            "https://example.com/",
                            Set.of(EventType.CHARGER_CONNECTED),
                            true,
                            List.of())));
        }
    }
}
