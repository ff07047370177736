package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.reactive.TransactionalOperator;

/** The read models that events produce. */
class ProjectionIT extends ProjectingService {

    @Test
    void eventsInAnyOrderAndRepetitionGiveTheSameResult() {
        Story story = new Story("shuffled", "CP");
        List<EventRecord> chargers = List.of(
                story.connected(), story.booted("1.0"), story.disconnected(), story.connected(), story.booted("1.1"));
        List<EventRecord> connectors = List.of(story.status(1, "Preparing"), story.status(2, "Faulted"));
        List<EventRecord> transactions = List.of(
                story.started(7, 100),
                story.metered(7, "150"),
                story.stopped(7, 100, 200),
                story.stoppedWithoutStart(-1, 50),
                story.stoppedWithoutStart(-1, 60),
                story.started(8, 200));
        List<EventRecord> more = List.of(story.status(1, "Charging"), story.status(2, "Available"));

        List<String> outcomes = new ArrayList<>();
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            String organisation = "shuffled-" + seed;
            List<EventRecord> states = in(organisation, chargers);
            List<EventRecord> changes = in(organisation, connectors, more);
            List<EventRecord> sessions = in(organisation, transactions);
            if (seed % 2 == 0) {
                List.of(states, changes, sessions).forEach(topic -> inAnyOrder(topic, random));
            } else {
                inAnyOrder(
                        Stream.of(states, changes, sessions)
                                .flatMap(List::stream)
                                .toList(),
                        random);
            }
            outcomes.add(charger(organisation) + '\n' + connectors(organisation) + '\n' + transactions(organisation));
        }

        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome).isEqualTo("""
                        online One 1.1 ocpp1.6
                        1:Charging 2:Available
                        7:completed:100:200:100 -1:orphaned::50: -1:orphaned::60: 8:active:200::"""));
    }

    @Test
    void theEndOfAnOldConnectionLeavesANewOneOnline() {
        Story story = new Story("replaced", "CP");
        EventRecord first = story.connected();
        EventRecord end = story.disconnected();
        EventRecord second = story.connected();

        apply(List.of(first, second));
        apply(List.of(end));

        assertThat(charger("replaced")).startsWith("online");
    }

    @Test
    void anyEventShowsTheChargerOnlineUntilItsConnectionEnds() {
        Story story = new Story("quiet", "CP");
        story.connected();

        apply(List.of(story.status(1, "Available")));
        assertThat(charger("quiet")).startsWith("online");

        EventRecord late = story.status(1, "Charging");
        apply(List.of(story.disconnected()));
        apply(List.of(late));
        assertThat(charger("quiet")).startsWith("offline");
        assertThat(connectors("quiet")).isEqualTo("1:Charging");
    }

    @Test
    void aRunningTransactionShowsItsNewestReading() {
        Story story = new Story("metered", "CP");
        EventRecord start = story.started(7, 1_000);
        EventRecord early = story.metered(7, "1500.4");
        EventRecord late = story.metered(7, "2000.5");

        apply(List.of(start, late, story.metered(null, "9999")));
        apply(List.of(early));

        assertThat(database.ask("SELECT meter_latest FROM transactions WHERE organisation_id = 'metered'"))
                .isEqualTo("2001");
    }

    @Test
    void aReadingInSeveralMessagesIsStoredOnce() {
        Story story = new Story("repeated", "CP");
        EventRecord reading = story.metered(7, "1500");
        EventRecord other = story.event(reading.data(), false);
        EventRecord atTheStop = story.event(reading.data(), true);

        apply(List.of(story.started(7, 1_000), reading, reading, other));
        apply(List.of(atTheStop, story.metered(7, "1500"), story.metered(8, "1500")));

        assertThat(database.ask("SELECT count(*) FROM meter_values WHERE organisation_id = 'repeated'"))
                .isEqualTo("3");
    }

    @Test
    void deviationsAreAddedUpOverConnectionsOnceEach() {
        Story story = new Story("deviating", "CP");
        EventRecord first = Story.deviating(story.connected(), Map.of("unknownField", 2));
        EventRecord more = Story.deviating(story.status(1, "Available"), Map.of("unknownField", 5, "longText", 1));
        EventRecord again = Story.deviating(story.connected(), Map.of("unknownField", 1));
        EventRecord last = Story.deviating(story.status(1, "Preparing"), Map.of("unknownField", 3));

        apply(List.of(more));
        apply(List.of(first));
        assertThat(deviations("deviating")).isEqualTo("longText:1 unknownField:5");

        apply(List.of(again, Story.deviating(story.disconnected(), Map.of("unknownField", 3))));
        apply(List.of(more, last));
        assertThat(deviations("deviating")).isEqualTo("longText:1 unknownField:8");
    }

    @Test
    void deviationsOfTwoConnectionsMayArriveTogether() {
        Story story = new Story("deviating-twice", "CP");
        EventRecord first = Story.deviating(story.connected(), Map.of("unknownField", 2));
        EventRecord second = Story.deviating(story.connected(), Map.of("unknownField", 4));

        apply(List.of(second, first, second));

        assertThat(deviations("deviating-twice")).isEqualTo("unknownField:6");
    }

    private static String deviations(String organisation) {
        return database.ask("SELECT string_agg(kind || ':' || count, ' ' ORDER BY kind) FROM charger_deviations"
                + " WHERE organisation_id = '" + organisation + "'");
    }

    @Test
    void anOrphanedStopEndsAKnownTransaction() {
        Story story = new Story("forgotten-start", "CP");

        apply(List.of(story.started(7, 1_000)));
        apply(List.of(story.stoppedWithoutStart(7, 1_700)));

        assertThat(transactions("forgotten-start")).isEqualTo("7:completed:1000:1700:700");
    }

    @Test
    void anotherChargersTransactionWithTheIdIsUnchanged() {
        Story mine = new Story("neighbours", "CP");
        Story other = new Story("neighbours", "CP-2");

        apply(List.of(mine.started(7, 0), other.stoppedWithoutStart(7, 10)));

        assertThat(transactions("neighbours")).isEqualTo("7:active:0:: 7:orphaned::10:");
    }

    @Test
    void aDeletedChargersEventsDoNotComeBack() {
        ChargerId id = new ChargerId("deleted", "CP");
        Story story = new Story("deleted", "CP");
        List<EventRecord> past = List.of(story.connected(), story.booted("1.0"));
        EventRecord status = story.status(1, "Available");
        apply(past);
        apply(List.of(status));

        transactional(service.bean(ForgottenChargers.class).deleted(id));
        apply(past);
        apply(List.of(story.disconnected()));
        apply(List.of(status));
        assertThat(charger("deleted")).isEqualTo("offline");
        assertThat(connectors("deleted")).isEqualTo("");
        assertThat(database.ask("SELECT last_seen FROM charger_states WHERE organisation_id = 'deleted'"))
                .isEqualTo("null");

        transactional(service.bean(ForgottenChargers.class).registered("deleted", Set.of("CP")));
        apply(List.of(story.connected(), story.booted("2.0")));
        assertThat(charger("deleted")).isEqualTo("online One 2.0 ocpp1.6");
    }

    private static List<EventRecord> in(String organisation, List<EventRecord> first) {
        return in(organisation, first, List.of());
    }

    private static List<EventRecord> in(String organisation, List<EventRecord> first, List<EventRecord> second) {
        List<EventRecord> all = new ArrayList<>(first);
        all.addAll(second);
        all.replaceAll(event -> new EventRecord(
                event.eventId(),
                organisation,
                event.mode(),
                event.chargeBoxId(),
                event.occurredAt(),
                event.receivedAt(),
                event.connectionId(),
                event.sequence(),
                event.protocol(),
                event.recordOnly(),
                event.data()));
        return all;
    }

    /** Each event twice, shuffled, in batches of random size. */
    private static void inAnyOrder(List<EventRecord> events, Random random) {
        List<EventRecord> all = new ArrayList<>(events);
        all.addAll(events);
        Collections.shuffle(all, random);
        while (!all.isEmpty()) {
            List<EventRecord> batch = all.subList(0, 1 + random.nextInt(all.size()));
            apply(List.copyOf(batch));
            batch.clear();
        }
    }

    @Test
    void aClockThatWasAheadDoesNotFreezeTheReading() {
        Story story = new Story("ahead", "CP");
        apply(List.of(story.started(7, 1_000), story.metered(7, "1500", Instant.parse("2050-01-01T00:00:00Z"))));
        apply(List.of(story.status(1, "Charging"), story.metered(7, "2000")));

        assertThat(database.ask("SELECT meter_latest FROM transactions WHERE organisation_id = 'ahead'"))
                .isEqualTo("2000");
    }

    /** A charger can invent connector numbers without end. */
    @Test
    void aChargerHasAtMost256Connectors() {
        Story story = new Story("inventive", "CP");
        apply(List.of(story.connected()));
        apply(IntStream.range(0, 200)
                .mapToObj(number -> story.status(number, "Available"))
                .toList());
        apply(IntStream.range(100, 300)
                .mapToObj(number -> story.status(number, "Faulted"))
                .toList());

        assertThat(database.ask(
                        "SELECT count(*) || ' to ' || max(connector_id) || ', ' || count(*) FILTER (WHERE status = 'Faulted')"
                                + " FROM connector_states WHERE organisation_id = 'inventive'"))
                .isEqualTo("256 to 255, 156");
    }

    private static void apply(List<EventRecord> events) {
        transactional(service.bean(EventProjection.class).apply(events));
    }

    private static void transactional(reactor.core.publisher.Mono<Void> change) {
        service.bean(TransactionalOperator.class).transactional(change).block(Duration.ofSeconds(20));
    }

    private static String connectors(String organisation) {
        return database.ask(
                "SELECT coalesce(string_agg(connector_id || ':' || status, ' ' ORDER BY connector_id), '')"
                        + " FROM connector_states WHERE organisation_id = ?",
                organisation);
    }

    private static String transactions(String organisation) {
        return database.ask(
                "SELECT string_agg(concat(transaction_id, ':', status, ':', meter_start, ':', meter_stop, ':',"
                        + " energy_wh), ' ' ORDER BY listed_at) FROM transactions WHERE organisation_id = ?",
                organisation);
    }
}
