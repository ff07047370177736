package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionStopped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.reactive.TransactionalOperator;

/** How transactions of stations are stored, and the orphaned stops and readings of chargers. */
class TransactionProjectionIT extends ProjectingService {

    /** The events (end without a begin, start, stop) in their order; a dash begins another batch. */
    @ParameterizedTest
    @ValueSource(
            strings = {"e-b-s", "e-bs", "eb-s", "ebs", "b-e-s", "bes", "s-b-e", "s-e-b", "e-s-b", "es-b", "e-bs-e"})
    void aStationsTransactionWhoseEndCameFirstIsListedOnce(String order) {
        Story story = new Story("station-" + order, "CS");
        EventRecord begin = ofStation(story.started(7, 0));
        EventRecord stop = ofStation(story.stopped(7, 100, 200));
        EventRecord end = ofStation(with(stop, new TransactionStopped(7, "CS", null, null, null, 200, null, "Local")));

        for (String batch : order.split("-", -1)) {
            apply(batch.chars()
                    .mapToObj(event -> event == 'e' ? end : event == 'b' ? begin : stop)
                    .toList());
        }

        assertThat(database.ask(
                        "SELECT string_agg(concat_ws(':', status, meter_start, meter_stop, energy_wh, stopped_event_id), ' ')"
                                + " FROM transactions WHERE organisation_id = ?",
                        "station-" + order))
                .isEqualTo("completed:100:200:100:" + stop.eventId());
    }

    /** A charger with two connectors ends two transactions that it began offline, under one invented id. */
    @Test
    void orphanedStopsOfOneMomentDifferByTheirReading() {
        Story story = new Story("two-orphans", "CP");
        EventRecord one = story.stoppedWithoutStart(-1, 9_000);
        EventRecord other = with(one, new TransactionStopped(-1, "CP", null, null, null, 4_000, null, "PowerLoss"));
        EventRecord third = with(one, new TransactionStopped(-1, "CP", null, null, null, 5_000, null, "PowerLoss"));

        apply(List.of(one, other, one));
        apply(List.of(third, other));

        assertThat(database.ask("SELECT string_agg(status || meter_stop, ' ' ORDER BY meter_stop) FROM transactions"
                        + " WHERE organisation_id = 'two-orphans'"))
                .isEqualTo("orphaned4000 orphaned5000 orphaned9000");
    }

    /** The gateway knows which of a station's registers count, and whether their begin is known. */
    @Test
    void theEnergyOfAStationsRunningTransactionIsThatOfItsGateway() {
        Story story = new Story("station-meter", "CS");
        EventRecord reading =
                story.metered(7, "70000").ofStation(StationFacts.ofMeter(new StationFacts.Meter(1_000, 1_300)));

        apply(List.of(ofStation(story.started(7, 0)), reading));
        apply(List.of(story.metered(7, "9").ofStation(StationFacts.ofMeter(new StationFacts.Meter(1_000, 1_500)))));

        assertThat(database.ask("SELECT concat_ws(':', status, meter_start, meter_latest) FROM transactions"
                        + " WHERE organisation_id = 'station-meter'"))
                .isEqualTo("active:1000:1500");
    }

    /** Its clock stands, or begins anew at a reboot within the transaction. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-01-31T09:00:00Z", "1970-01-01T00:00:00Z"})
    void theEnergyOfARunningTransactionGoesOnThoughTheClockDoesNot(Instant sampledAt) {
        Story story = new Story("clock-" + sampledAt, "CP");

        apply(List.of(story.started(7, 1_000), story.metered(7, "1100", Instant.parse("2026-01-31T09:00:00Z"))));
        apply(List.of(story.metered(7, "1200", sampledAt)));
        apply(List.of(story.metered(7, "1300", sampledAt), story.metered(7, "1400", sampledAt)));

        assertThat(database.ask(
                        "SELECT meter_latest::text FROM transactions WHERE organisation_id = ?", "clock-" + sampledAt))
                .isEqualTo("1400");
    }

    /** The end of the lost one may be unknown for ever: stations use their ids again, and ends may come first. */
    @Test
    void theEndOfATransactionCompletesNoOtherOneWithTheStationsId() {
        Story story = new Story("same-own", "CS");
        EventRecord lost = ofStation(story.started(7, 1_000));
        EventRecord begin = ofStation(story.started(8, 70_000));
        EventRecord stop = ofStation(story.stopped(8, 70_000, 80_000));
        EventRecord end =
                ofStation(with(stop, new TransactionStopped(8, "CS", null, null, null, 80_000, null, "Local")));

        apply(List.of(lost));
        apply(List.of(end));
        apply(List.of(begin, stop));

        assertThat(database.ask("SELECT string_agg(concat_ws(':', status, energy_wh), ' ' ORDER BY transaction_id)"
                        + " FROM transactions WHERE organisation_id = 'same-own'"))
                .isEqualTo("active completed:10000");
    }

    /** Otherwise a charger could make the store compare each value with very many. */
    @Test
    void aMomentHasAtMost256Values() {
        Story story = new Story("crowded", "CP");
        Instant at = Instant.parse("2026-01-31T09:00:00Z");
        List<EventRecord> readings = IntStream.range(0, 300)
                .mapToObj(value -> story.metered(7, Integer.toString(value), at))
                .toList();

        apply(readings.subList(0, 200));
        apply(readings.subList(100, 300));
        apply(List.of(story.metered(7, "300", at), story.metered(7, "301", at.plusSeconds(1))));

        assertThat(database.ask("SELECT count(*) || ', ' || max(value) FILTER (WHERE value < 300) || ', ' || max(value)"
                        + " FROM meter_values WHERE organisation_id = 'crowded'"))
                .isEqualTo("257, 255, 301");
    }

    private static EventRecord ofStation(EventRecord event) {
        return event.ofStation(StationFacts.ofTransaction("own", null));
    }

    private static EventRecord with(EventRecord event, ChargerEvent data) {
        return new EventRecord(
                UUID.randomUUID(),
                event.organisationId(),
                event.mode(),
                event.chargeBoxId(),
                event.occurredAt(),
                event.receivedAt(),
                event.connectionId(),
                event.sequence(),
                event.protocol(),
                true,
                data);
    }

    private static void apply(List<EventRecord> events) {
        service.bean(TransactionalOperator.class)
                .transactional(service.bean(EventProjection.class).apply(events))
                .block(Duration.ofSeconds(20));
    }
}
