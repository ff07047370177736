package io.plugstream.gateway.presence;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.publish.ConnectionEnd;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SuccessionTest {

    private static final ChargerId CHARGER = new ChargerId("demo", "CP");
    private static final Instant NINE = Instant.parse("2026-11-21T09:00:00Z");
    private static final Instant TEN = Instant.parse("2026-11-21T10:00:00Z");
    private static final Instant ELEVEN = Instant.parse("2026-11-21T11:00:00Z");

    @Test
    void theFormerConnectionEndsWhenTheNewOneBegins() {
        List<EventRecord> events = events(after(open(NINE)));

        assertThat(events)
                .extracting(EventRecord::data)
                .containsExactly(new ChargerDisconnected("CP", "replaced"), new ChargerConnected("CP"));
        assertThat(events)
                .allMatch(event ->
                        event.occurredAt().equals(TEN) && event.receivedAt().equals(TEN));
    }

    @Test
    void aNewConnectionDoesNotBeginBeforeTheFormerWhateverItsClock() {
        assertThat(events(after(open(ELEVEN))))
                .allMatch(event -> event.occurredAt().equals(ELEVEN));
    }

    /** The end's event is in the log already, with the record's time or a slightly earlier one. */
    @Test
    void anEndReportedAfterTheNewSocketOpenedIsNotLaterThanTheBeginning() {
        HeldConnection closed = open(NINE).closing(UUID.randomUUID(), "closed", ELEVEN);

        assertThat(after(closed).beginning().occurredAt()).isEqualTo(ELEVEN);
        assertThat(after(open(NINE).closing(UUID.randomUUID(), "closed", NINE)).beginning())
                .isEqualTo(opening());
    }

    @Test
    void aReportTakenOverKeepsItsReason() {
        HeldConnection closing = open(NINE).closing(UUID.randomUUID(), "gateway lost", NINE);

        EventRecord end = after(closing).end();

        assertThat(end.data()).isEqualTo(new ChargerDisconnected("CP", "gateway lost"));
        assertThat(end).isEqualTo(ConnectionEnd.of(CHARGER, closing));
    }

    /** The event is the same, whichever gateway takes over the report, and whenever. */
    @Test
    void endsOfAConnectionAreEqualAtAllGateways() {
        HeldConnection first = open(NINE).closing(new UUID(0, 7), "closed", TEN);
        HeldConnection second = first.closing(new UUID(0, 8), "gateway lost", ELEVEN);

        assertThat(ConnectionEnd.of(CHARGER, second)).isEqualTo(ConnectionEnd.of(CHARGER, first));
    }

    private static List<EventRecord> events(Succession succession) {
        return List.of(succession.end(), succession.beginning());
    }

    private static Succession after(HeldConnection former) {
        return new Succession(CHARGER, former, opening());
    }

    private static HeldConnection open(Instant at) {
        return HeldConnection.opening(new UUID(0, 1), new UUID(0, 2), Mode.LIVE, "ocpp1.6", at)
                .settled(at);
    }

    private static EventRecord opening() {
        return new EventRecord(
                new UUID(0, 3),
                CHARGER.organisationId(),
                Mode.LIVE,
                CHARGER.chargeBoxId(),
                TEN,
                TEN,
                new UUID(0, 4),
                1,
                "ocpp1.6",
                false,
                new ChargerConnected("CP"));
    }
}
