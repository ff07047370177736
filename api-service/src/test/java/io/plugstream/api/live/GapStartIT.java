package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;

/** Where the reading of a gap begins, for an organisation with one charger. */
class GapStartIT {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final EventFilter ALL = new EventFilter(Set.of(), Set.of(), Set.of());

    private final ApiReplica replica = Replicas.first();
    private final String organisation = "org-" + UUID.randomUUID();
    private final ChargerId ours = new ChargerId(organisation, "CP");
    /** A charger of another organisation with other partitions. */
    private final ChargerId theirs = Stream.generate(() -> new ChargerId("org-" + UUID.randomUUID(), "CP"))
            .filter(id -> slots(id).noneMatch(slot -> slots(ours).anyMatch(slot::equals)))
            .findFirst()
            .orElseThrow();

    @Test
    void onlyThePartitionsOfTheChargerAreRead() {
        register();
        Position from = end();
        append(Instant.now());
        Position to = end();

        Position start = find(from, to);
        assertThat(slots(ours)).allSatisfy(slot -> {
            assertThat(start.next(slot)).isEqualTo(from.next(slot));
            assertThat(start.next(slot)).isLessThan(to.next(slot));
        });
        assertThat(slots(theirs)).allSatisfy(slot -> {
            assertThat(from.next(slot)).isLessThan(to.next(slot));
            assertThat(start.next(slot)).isEqualTo(to.next(slot));
        });
    }

    @Test
    void recordsBeforeTheFirstRegistrationAreNotRead() {
        register();
        Position from = end();
        append(Instant.now());
        Position to = end();
        registerDaysLater();

        assertThat(slots(ours)).allSatisfy(slot -> assertThat(from.next(slot)).isLessThan(to.next(slot)));
        assertThat(find(from, to)).isEqualTo(to);
    }

    @Test
    void eventsOfAGatewayWithASlowClockAreRead() {
        register();
        Position from = end();
        append(Instant.now().minus(Duration.ofMinutes(10)));
        append(Instant.now());

        Position start = find(from, end());
        assertThat(slots(ours)).allSatisfy(slot -> assertThat(start.next(slot)).isEqualTo(from.next(slot)));
    }

    private void register() {
        Tenant.setTier(replica, organisation, Tier.SCALE);
        assertThat(replica.client()
                        .token(Platform.get().tokens().token(organisation))
                        .post("/api/v1/chargers", "{\"chargeBoxId\":\"CP\"}")
                        .status())
                .isEqualTo(201);
    }

    /** Moves the registration behind all records, and further than clocks may differ. */
    private void registerDaysLater() {
        assertThat(replica.bean(DatabaseClient.class)
                        .sql("UPDATE chargers SET created_at = created_at + interval '2 days'"
                                + " WHERE organisation_id = :organisation")
                        .bind("organisation", organisation)
                        .fetch()
                        .rowsUpdated()
                        .block(TIMEOUT))
                .isEqualTo(1);
    }

    /** Appends a record of each charger to each topic, with this time. */
    private void append(Instant time) {
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            for (ChargerId id : Set.of(ours, theirs)) {
                Story story = new Story(id.organisationId(), id.chargeBoxId());
                log.append(time, story.connected(), story.status(1, "Available"), story.started(1, 0));
            }
        }
    }

    private Position find(Position from, Position to) {
        return Objects.requireNonNull(replica.bean(GapStart.class)
                .find(new Audience(organisation, Mode.LIVE), ALL, from, to)
                .block(TIMEOUT));
    }

    private Position end() {
        return Objects.requireNonNull(replica.bean(TopicOffsets.class).range().block(TIMEOUT))
                .end();
    }

    private static Stream<Integer> slots(ChargerId id) {
        return Position.TOPICS.stream().map(topic -> slot(topic, id));
    }

    private static int slot(Topic<ChargerId, ?> topic, ChargerId id) {
        return Position.slot(new TopicPartition(topic.name(), topic.partition(id)));
    }
}
