package io.plugstream.api.live;

import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Readable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Finds the partitions that can hold an audience's events, and the offset of the first. These are the partitions of its
 * chargers' keys (deleted chargers included), from the first registration on; Kafka's time index gives the offset.
 */
@Component
class GapStart {

    /** With more chargers than this, almost every partition has one. */
    private static final int MANY = 1_000;

    /** Marks a charger that was never deleted, so all its events are later than its registration. */
    private static final UUID NEVER = new UUID(0, 0);

    /** Tolerated difference between the clocks of the registering replica and of the gateways, which stamp events. */
    private static final Duration CLOCKS = Duration.ofDays(1);

    private final DatabaseClient database;
    private final TopicOffsets offsets;

    GapStart(DatabaseClient database, TopicOffsets offsets) {
        this.database = database;
        this.offsets = offsets;
    }

    /** The first offset of each partition that can hold the audience's events; {@code to} if none can before it. */
    Mono<Position> find(Audience audience, EventFilter filter, Position from, Position to) {
        return chargers(audience)
                .flatMap(chargers -> chargers.size() > MANY
                        ? Mono.just(from.where(slot -> isOf(filter, slot), to))
                        : find(since(chargers, filter), from, to));
    }

    private Mono<Position> find(Map<Integer, Instant> since, Position from, Position to) {
        Position possible = from.where(since::containsKey, to);
        Map<Integer, Instant> known = since.entrySet().stream()
                .filter(slot -> slot.getValue().isAfter(Instant.EPOCH))
                .filter(slot -> possible.next(slot.getKey()) < to.next(slot.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return known.isEmpty() ? Mono.just(possible) : offsets.at(known, to).map(possible::max);
    }

    /** For each partition with one of the chargers, the earliest time of an event. */
    private static Map<Integer, Instant> since(List<Charger> chargers, EventFilter filter) {
        Map<Integer, Instant> since = new HashMap<>();
        for (Charger charger : chargers) {
            if (filter.chargers().isEmpty()
                    || filter.chargers().contains(charger.id().chargeBoxId())) {
                for (Topic<ChargerId, ?> topic : Position.TOPICS) {
                    int slot = slot(topic, charger.id());
                    if (isOf(filter, slot)) {
                        since.merge(slot, charger.since(), (a, b) -> a.isBefore(b) ? a : b);
                    }
                }
            }
        }
        return since;
    }

    private static boolean isOf(EventFilter filter, int slot) {
        String topic = Position.PARTITIONS.get(slot).topic();
        return filter.events().isEmpty()
                || filter.events().stream()
                        .anyMatch(event -> Topics.of(event).name().equals(topic));
    }

    private static <K> int slot(Topic<K, ?> topic, K key) {
        return Position.slot(new TopicPartition(topic.name(), topic.partition(key)));
    }

    private Mono<List<Charger>> chargers(Audience audience) {
        return database.sql("""
                        SELECT charge_box_id, registered.created_at, known.forgotten_through
                        FROM (SELECT * FROM charger_states WHERE organisation_id = :organisation) known
                        FULL JOIN (SELECT * FROM chargers WHERE organisation_id = :organisation) registered
                            USING (charge_box_id)
                        LIMIT :most""")
                .bind("organisation", audience.organisationId())
                .bind("most", MANY + 1)
                .map(row -> charger(audience, row))
                .all()
                .collectList()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    private static Charger charger(Audience audience, Readable row) {
        String id = Columns.get(row, "charge_box_id", String.class);
        @Nullable Instant createdAt = row.get("created_at", Instant.class);
        boolean isFirstLife = NEVER.equals(row.get("forgotten_through", UUID.class));
        Instant since = Optional.ofNullable(createdAt)
                .filter(_ -> isFirstLife)
                .map(created -> created.minus(CLOCKS))
                .orElse(Instant.EPOCH);
        return new Charger(new ChargerId(audience.organisationId(), id), since);
    }

    private record Charger(ChargerId id, Instant since) {}
}
