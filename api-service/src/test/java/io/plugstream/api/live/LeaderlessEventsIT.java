package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.LostLeader;
import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.KafkaCluster;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

/** One partition of the events has no leader. */
class LeaderlessEventsIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @Test
    void theEndsOfTheOthersAreKnownInTime() throws Exception {
        try (KafkaCluster kafka = KafkaCluster.start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            LostLeader.ofFirstPartitions(
                    kafka, Topics.CHARGER_EVENTS, Topics.CONNECTOR_EVENTS, Topics.TRANSACTION_EVENTS);
            TopicOffsets offsets = new TopicOffsets(admin);
            offsets.range().block(TIMEOUT);

            long begun = System.nanoTime();
            TopicOffsets.Range range = Objects.requireNonNull(offsets.range().block(TIMEOUT));

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(DatabaseTimeouts.REQUEST);
            assertThat(Position.PARTITIONS)
                    .allSatisfy(partition -> assertThat(end(partition, range))
                            .isEqualTo(partition.partition() == 0 ? Long.MAX_VALUE : 0));
        }
    }

    /** The events before the loss are in the read models, except the last one. */
    @Test
    void streamsOpenedMeanwhileGetEachEventOnce() throws Exception {
        List<String> chargers = List.of(charger(0), charger(1));
        Story lost = new Story("acme", chargers.getFirst());
        Story other = new Story("acme", chargers.getLast());
        EventRecord projected = lost.connected();
        EventRecord unprojected = lost.disconnected();
        try (KafkaCluster kafka = KafkaCluster.start();
                EventLog log = new EventLog(kafka.bootstrapServers())) {
            LostLeader lostLeader = LostLeader.ofFirstPartitions(
                    kafka,
                    () -> log.append(projected, unprojected),
                    Topics.CHARGER_EVENTS,
                    Topics.CONNECTOR_EVENTS,
                    Topics.TRANSACTION_EVENTS);
            Database database = Database.fresh(RealParts.postgres());
            database.run("INSERT INTO event_trail_ranges VALUES ('charger-events', 0, 0, 1)");
            register(chargers, database);
            try (RunningService service =
                    RunningService.start(kafka.bootstrapServers(), database, "--plugstream.kafka.check-topics=false")) {
                List<StreamMessage> received = new CopyOnWriteArrayList<>();
                Disposable stream = opened(service, null).messages().subscribe(received::add);
                await().until(() -> !received.isEmpty());
                String before = Objects.requireNonNull(received.getFirst().id());
                EventRecord meanwhile = other.connected();
                log.append(meanwhile);
                awaitEvents(received, meanwhile);

                lostLeader.startAgain();
                EventRecord afterwards = lost.connected();
                log.append(afterwards);
                awaitEvents(received, meanwhile, unprojected, afterwards);
                EventRecord last = other.disconnected();
                log.append(last);
                awaitEvents(received, meanwhile, unprojected, afterwards, last);
                stream.dispose();

                List<StreamMessage> resumed = new CopyOnWriteArrayList<>();
                stream = opened(service, before).messages().subscribe(resumed::add);
                await().atMost(TIMEOUT).until(() -> ids(resumed).size() == 4);
                assertThat(ids(resumed)).containsExactlyInAnyOrderElementsOf(ids(received));
                stream.dispose();
            }
        }
    }

    /** Otherwise their events are not read for a resumed stream until the read models know them (ADR 61). */
    private static void register(List<String> chargers, Database database) {
        database.run("INSERT INTO organisations VALUES ('acme', 'acme', 'Scale', now())");
        chargers.forEach(charger -> database.run(
                "INSERT INTO chargers (organisation_id, charge_box_id, mode, password_hash, created_at)"
                        + " VALUES ('acme', ?, 'live', repeat('0', 64), now())",
                charger));
    }

    private static EventStream opened(RunningService service, @Nullable String after) {
        Audience audience = new Audience("acme", Mode.LIVE);
        Position position =
                after == null ? null : EventIds.read(after, audience).orElseThrow();
        StreamQuery everything = new StreamQuery(new EventFilter(Set.of(), Set.of(), Set.of()), null, position);
        EventStreams streams = service.bean(EventStreams.class);
        return await().atMost(TIMEOUT)
                .ignoreExceptionsInstanceOf(ProblemException.class)
                .until(() -> streams.open(audience, everything).block(TIMEOUT), Objects::nonNull);
    }

    private static void awaitEvents(List<StreamMessage> received, EventRecord... events) {
        String[] ids =
                Stream.of(events).map(event -> event.eventId().toString()).toArray(String[]::new);
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(ids(received)).containsExactly(ids));
    }

    private static List<String> ids(List<StreamMessage> received) {
        return received.stream()
                .filter(message -> message.event() != null)
                .map(message ->
                        Json.mapper().readTree(message.text()).get("eventId").stringValue())
                .toList();
    }

    /** A charger whose events belong to a partition. */
    private static String charger(int partition) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> new ChargerId("acme", "CP-" + i))
                .filter(id -> Topics.CHARGER_EVENTS.partition(id) == partition)
                .findFirst()
                .orElseThrow()
                .chargeBoxId();
    }

    private static long end(TopicPartition partition, TopicOffsets.Range range) {
        return range.end().next(Position.slot(partition));
    }
}
