package io.plugstream.gateway.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.json.Json;
import io.plugstream.model.transaction.StationTransaction;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sum of a transaction's events, in whichever order they arrive. */
class StationTransactionRulesTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final String BEGIN = "Transaction.Begin";
    private static final String END = "Transaction.End";
    private static final String PERIODIC = "Sample.Periodic";

    /** Each reading is {@code location phase register}; readings of one moment are separated by commas. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Outlet - 1000                          | Outlet - 5000             | Outlet - 9000",
                "Outlet L1 1000                         | Outlet L1 5000            | Outlet L1 9000",
                "Outlet L1-N 1000                       | Outlet L1-N 5000          | Outlet L1-N 9000",
                "Outlet L1 600, Outlet L2 400           | Outlet L1 3000            | Outlet L1 5000, Outlet L2 4000",
                "Outlet L1 600, Outlet L2 400           | Outlet L2 4000            | Outlet L1 5000",
                "Outlet L1 1000                         | Outlet L2 70000           | Outlet L1 9000, Outlet L2 70000",
                "Inlet - 1000                           | Inlet - 5000              | Inlet - 9000",
                "Body - 1000                            | Body - 5000               | Body - 9000",
                "Body L1 1000                           | Body L1 5000              | Body L1 9000",
                "Inlet - 1000, Inlet L1 600             | Inlet L1 4600             | Inlet - 9000, Inlet L1 8600",
                "Inlet - 77, Outlet - 1000              | Outlet - 5000             | Inlet - 80077, Outlet - 9000",
                "Outlet - 1000, Inlet - 77              | Inlet - 90077             | Outlet - 9000",
                "Outlet L1 1000, Inlet - 77             | Inlet - 90077             | Outlet L1 9000",
                "Outlet - 1000, Outlet L1 600           | Outlet L1 90000           | Outlet - 9000, Outlet L1 600",
                "Outlet L1 1000, Outlet L1-N 1000       | Outlet L1 5000            | Outlet L1 9000, Outlet L1-N 900",
                "Outlet L1 1000                         | Outlet - 90000            | Outlet L1 9000",
                "Outlet L1 1, Outlet L2 2, Outlet L3 997 | Outlet L1 70000          | Outlet - 9000"
            })
    void theEnergyIsThatOfTheSameRegistersAtBothEnds(String begin, String during, String end) {
        List<StationEvent> events = List.of(
                event(StationEvent.Type.STARTED, 0, registers(NOON, BEGIN, begin)),
                event(StationEvent.Type.UPDATED, 1, registers(NOON.plusSeconds(60), PERIODIC, during)),
                event(StationEvent.Type.ENDED, 2, registers(NOON.plusSeconds(120), END, end)));
        for (List<StationEvent> order : List.of(events, events.reversed(), rotated(events, 1), rotated(events, 2))) {
            assertThat(energy(sum(order))).as("in the order %s", order).isEqualTo(8000);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Outlet - 1000                | Outlet - 5000                | 1000 | 5000",
                "Outlet L1 600, Outlet L2 400 | Outlet L1 3000, Outlet L2 900 | 1000 | 3900",
                "Inlet - 1000                 | Inlet - 5000                 | 1000 | 5000"
            })
    void theMeterOfARunningTransactionIsThatOfItsRegisters(String begin, String during, long start, long latest) {
        StationTransaction running = sum(List.of(
                event(StationEvent.Type.STARTED, 0, registers(NOON, BEGIN, begin)),
                event(StationEvent.Type.UPDATED, 1, registers(NOON.plusSeconds(60), PERIODIC, during))));

        assertThat(StationPublication.meter(running)).isEqualTo(new StationFacts.Meter(start, latest));
    }

    /** A connection keeps what it does not note, and adds it to the next note. */
    @Test
    void furtherReadingsOfAPhaseNeedNoNote() {
        StationTransaction noted = sum(List.of(
                event(StationEvent.Type.STARTED, 0, registers(NOON, BEGIN, "Inlet L1 1000, Inlet L2 10")),
                event(StationEvent.Type.UPDATED, 1, registers(NOON.plusSeconds(60), PERIODIC, "Inlet L1 2000"))));
        StationTransaction next = StationTransactionRules.after(
                noted,
                event(StationEvent.Type.UPDATED, 2, registers(NOON.plusSeconds(90), PERIODIC, "Inlet L1 3000")),
                false,
                NOON);

        assertThat(StationTransactionRules.isMinorChange(noted, next)).isTrue();
        assertThat(StationTransactionRules.joined(noted, next)).isEqualTo(next);
        assertThat(energy(next)).isEqualTo(2000);
    }

    @Test
    void aClockThatIsCorrectedDoesNotChangeTheEnergy() {
        StationTransaction ended = sum(List.of(
                event(StationEvent.Type.STARTED, 0, registers(NOON, PERIODIC, "Outlet - 1000")),
                event(
                        StationEvent.Type.UPDATED,
                        1,
                        registers(NOON.minus(Duration.ofMinutes(115)), PERIODIC, "Outlet - 1200")),
                event(
                        StationEvent.Type.ENDED,
                        2,
                        registers(NOON.minus(Duration.ofHours(1)), PERIODIC, "Outlet - 5000"))));

        assertThat(energy(ended)).isEqualTo(4000);
    }

    /** A station that restarted may count from 0 again. */
    @Test
    void theReadingOfTheEndIsTheLastWhateverItsNumber() {
        StationTransaction ended = sum(List.of(
                event(StationEvent.Type.STARTED, 7, registers(NOON, PERIODIC, "Outlet - 1000")),
                event(StationEvent.Type.UPDATED, 8, registers(NOON.plusSeconds(60), PERIODIC, "Outlet - 1200")),
                event(StationEvent.Type.ENDED, 0, registers(NOON.plusSeconds(120), PERIODIC, "Outlet - 5000"))));

        assertThat(energy(ended)).isEqualTo(4000);
    }

    @Test
    void theFirstReadingIsTheFirstThoughALaterOneHasALowerNumber() {
        StationTransaction ended = sum(List.of(
                event(StationEvent.Type.STARTED, 0, List.of()),
                event(StationEvent.Type.UPDATED, 1, registers(NOON.plusSeconds(60), PERIODIC, "Outlet - 1000")),
                event(StationEvent.Type.UPDATED, 0, registers(NOON.plusSeconds(120), PERIODIC, "Outlet - 4000")),
                event(StationEvent.Type.ENDED, 1, registers(NOON.plusSeconds(180), PERIODIC, "Outlet - 5000"))));

        assertThat(energy(ended)).isEqualTo(4000);
    }

    @Test
    void anUnmarkedReadingOfTheBeginIsThatOfTheStart() {
        StationEvent started = event(StationEvent.Type.STARTED, 0, registers(NOON, PERIODIC, "Outlet - 1000"));
        StationEvent updated =
                event(StationEvent.Type.UPDATED, 1, registers(NOON.minusSeconds(60), PERIODIC, "Outlet - 1200"));

        assertThat(StationPublication.meterStartAtPublication(sum(List.of(updated, started))))
                .isEqualTo(1000);
        assertThat(StationPublication.meterStartAtPublication(sum(List.of(updated))))
                .isZero();
    }

    @Test
    void whatAnEarlierVersionNotedCounts() {
        StationTransaction noted = Json.mapper().readValue("""
                {"transactionId": 1, "stationId": "own", "notedAt": "2026-01-31T12:00:00Z", "startedSeqNo": 0,
                 "seen": [{"first": 0, "last": 1}], "evseId": 1, "idToken": "TAG", "stateSeqNo": -1, "charged": true,
                 "authorisationEnded": true, "registers": {"begin": 1000,
                 "first": {"at": "2026-01-31T12:00:00Z", "wattHours": 1000},
                 "last": {"at": "2026-01-31T12:01:00Z", "wattHours": 2000}}}""", StationTransaction.class);
        StationTransaction next = StationTransactionRules.after(
                noted,
                event(StationEvent.Type.UPDATED, 2, registers(NOON.plusSeconds(120), PERIODIC, "Outlet - 9000")),
                false,
                NOON);

        assertThat(energy(noted)).isEqualTo(1000);
        assertThat(energy(next)).isEqualTo(8000);
        assertThat(next.authorisationEnded()).isTrue();
    }

    /** TxStopPoint EVConnected: the transaction goes on without an authorisation until the car leaves. */
    @ParameterizedTest
    @CsvSource({"StopAuthorized, Authorized", "RemoteStop, RemoteStart", "Deauthorized, Authorized"})
    void aCarMayBeAuthorisedAgain(String stop, String start) {
        List<StationEvent> events = List.of(
                event(StationEvent.Type.STARTED, 0, "Authorized", "TAG", List.of()),
                event(StationEvent.Type.UPDATED, 1, stop, "TAG", List.of()),
                event(StationEvent.Type.UPDATED, 2, start, "TAG", List.of()));

        assertThat(sum(events).authorisationEnded()).isFalse();
        assertThat(sum(events.reversed()).authorisationEnded()).isFalse();
        assertThat(sum(events.subList(0, 2)).authorisationEnded()).isTrue();
        assertThat(sum(events.subList(0, 2).reversed()).authorisationEnded()).isTrue();
    }

    /** A station that restarted may count from 0 again. */
    @Test
    void aLaterEventWithALowerNumberEndsTheAuthorisation() {
        List<StationEvent> events = List.of(
                event(StationEvent.Type.STARTED, 0, "CablePluggedIn", null, List.of()),
                event(StationEvent.Type.UPDATED, 1, "Authorized", "TAG", List.of()),
                at(NOON.plusSeconds(60), event(StationEvent.Type.UPDATED, 0, "StopAuthorized", "TAG", List.of())));
        StationTransaction ended = sum(events);

        assertThat(ended.authorisationEnded()).isTrue();
        assertThat(StationTransactionRules.after(ended, events.get(1), false, NOON))
                .as("a repeat")
                .isEqualTo(ended);
    }

    private static List<StationEvent> rotated(List<StationEvent> events, int by) {
        List<StationEvent> rotated = Arrays.asList(events.toArray(StationEvent[]::new));
        Collections.rotate(rotated, by);
        return rotated;
    }

    private static long energy(StationTransaction station) {
        return StationPublication.meterStop(station) - StationPublication.meterStart(station);
    }

    @Test
    void theLogGivesBackWhatWasNoted() {
        StationTransaction noted =
                sum(List.of(at(NOON.plusNanos(1_234_567), event(StationEvent.Type.ENDED, 1, List.of()))));

        assertThat(Json.mapper().readValue(Json.mapper().writeValueAsString(noted), StationTransaction.class))
                .isEqualTo(noted);
    }

    private static StationTransaction sum(List<StationEvent> events) {
        StationTransaction sum = StationTransactionRules.unknown(1, "station's own", NOON);
        for (StationEvent event : events) {
            sum = StationTransactionRules.after(sum, event, false, NOON);
        }
        return sum;
    }

    private static StationEvent event(StationEvent.Type type, int seqNo, List<MeterValue> values) {
        return event(type, seqNo, "MeterValuePeriodic", null, values);
    }

    private static StationEvent event(
            StationEvent.Type type, int seqNo, String trigger, @Nullable String token, List<MeterValue> values) {
        return new StationEvent(
                type,
                "station's own",
                seqNo,
                NOON.plusSeconds(seqNo),
                trigger,
                1,
                token,
                null,
                null,
                null,
                new NormalisedValues(values, List.of()));
    }

    private static StationEvent at(Instant timestamp, StationEvent event) {
        return new StationEvent(
                event.type(),
                event.stationId(),
                event.seqNo(),
                timestamp,
                event.trigger(),
                event.evseId(),
                event.idToken(),
                event.chargingState(),
                event.stoppedReason(),
                event.remoteStartId(),
                event.values());
    }

    private static List<MeterValue> registers(Instant at, String context, String readings) {
        return Arrays.stream(readings.split(", "))
                .map(reading -> reading.split(" "))
                .map(reading -> new MeterValue(
                        at,
                        "Energy.Active.Import.Register",
                        new BigDecimal(reading[2]),
                        "Wh",
                        reading[1].equals("-") ? null : reading[1],
                        reading[0],
                        context))
                .toList();
    }
}
