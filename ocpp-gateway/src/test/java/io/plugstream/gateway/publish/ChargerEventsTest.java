package io.plugstream.gateway.publish;

import static io.plugstream.gateway.publish.FakeKafka.CHARGER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChargerEventsTest {

    private static final Instant TEN = Instant.parse("2026-11-21T10:00:00Z");

    private final FakeKafka kafka = FakeKafka.open();
    private Duration passed = Duration.ZERO;
    private final ChargerEvents events = new ChargerEvents(kafka.log, new TimedOutMessages(() -> passed.toNanos()));

    @AfterEach
    void close() {
        kafka.close();
    }

    @Test
    void aRepeatedMessageJoinsTheAppendUnderWay() throws Exception {
        assertLate(status(1, "Charging", TEN));
        assertLate(status(2, "Charging", TEN));

        var _ = kafka.producer.completeNext();
        publish(status(3, "Charging", TEN));

        assertThat(kafka.sent()).containsExactly(new UUID(0, 1));
    }

    @Test
    void aLateAppendAnswersOneRepetitionOfItsMessage() throws Exception {
        assertLate(status(1, "Charging", TEN));
        var _ = kafka.producer.completeNext();
        assertLate(status(2, "Available", TEN.plusSeconds(1)));
        var _ = kafka.producer.completeNext();

        publish(status(3, "Charging", TEN));
        publish(status(4, "Available", TEN.plusSeconds(1)));
        assertThat(kafka.sent()).containsExactly(new UUID(0, 1), new UUID(0, 2));

        assertLate(status(5, "Charging", TEN));
        assertThat(kafka.sent()).hasSize(3);
    }

    /** Without a time from the charger, a message after another one counts as new. */
    @Test
    void aMessageWithoutATimeIsARepetitionOnlyIfNothingCameInBetween() throws Exception {
        assertLate(boot(1, "1.0"));
        var _ = kafka.producer.completeNext();
        publish(boot(2, "1.0"));
        assertThat(kafka.sent()).containsExactly(new UUID(0, 1));

        assertLate(boot(3, "1.0"));
        assertLate(boot(4, "2.0"));
        assertLate(boot(5, "1.0"));
        assertThat(kafka.sent()).containsExactly(new UUID(0, 1), new UUID(0, 3), new UUID(0, 4), new UUID(0, 5));
    }

    @Test
    void aLaterBootWithTheSameContentIsAnotherOne() throws Exception {
        assertLate(boot(1, "1.0"));
        passed = Duration.ofHours(5);
        assertLate(boot(2, "1.0"));
        assertThat(kafka.sent()).containsExactly(new UUID(0, 1));

        var _ = kafka.producer.completeNext();
        passed = passed.plusMinutes(14);
        publish(boot(3, "1.0"));
        assertThat(kafka.sent()).containsExactly(new UUID(0, 1));

        assertLate(boot(4, "1.0"));
        var _ = kafka.producer.completeNext();
        passed = passed.plusMinutes(16);
        assertLate(boot(5, "1.0"));
        assertThat(kafka.sent()).containsExactly(new UUID(0, 1), new UUID(0, 4), new UUID(0, 5));
    }

    /** Chargers whose clocks start at the same time again send equal messages. */
    @Test
    void aMessageWithATimeIsRecognisedForADay() throws Exception {
        assertLate(status(1, "Charging", TEN));
        assertLate(status(2, "Available", TEN.plusSeconds(1)));
        var _ = kafka.producer.completeNext();
        var _ = kafka.producer.completeNext();
        passed = Duration.ofHours(23);
        publish(status(3, "Charging", TEN));
        assertThat(kafka.sent()).containsExactly(new UUID(0, 1), new UUID(0, 2));

        passed = Duration.ofHours(25);
        assertLate(status(4, "Available", TEN.plusSeconds(1)));
        assertThat(kafka.sent()).containsExactly(new UUID(0, 1), new UUID(0, 2), new UUID(0, 4));
    }

    @Test
    void appendsUnderWayOfAChargerAreLimited() {
        for (int message = 0; message < OverdueAppends.MOST; message++) {
            assertLate(status(message, "Charging", TEN.plusSeconds(message)));
        }
        assertThat(kafka.overdue.size()).isEqualTo(OverdueAppends.MOST);

        assertThatThrownBy(() -> publish(status(99, "Charging", TEN.plusSeconds(99))))
                .hasMessageContaining("too many records of demo/CP-1");
        assertThat(kafka.sent()).hasSize(OverdueAppends.MOST).doesNotContain(new UUID(0, 99));
    }

    private void publish(EventRecord record) throws NotAcknowledgedException {
        events.publish(CHARGER, List.of(record));
    }

    private void assertLate(EventRecord record) {
        assertThatThrownBy(() -> publish(record)).isInstanceOf(NotAcknowledgedException.class);
    }

    private static EventRecord status(int id, String status, Instant at) {
        return record(id, new ConnectorStatusChanged("CP-1", 1, status, "NoError", null, null), at);
    }

    private static EventRecord boot(int id, String firmware) {
        return record(id, new ChargerBooted("CP-1", "Vendor", "Model", null, firmware), TEN.plusSeconds(60));
    }

    private static EventRecord record(int id, ChargerEvent data, Instant at) {
        return new EventRecord(
                new UUID(0, id),
                "demo",
                Mode.LIVE,
                "CP-1",
                at,
                TEN.plusSeconds(60),
                new UUID(0, 4),
                id + 1,
                "ocpp1.6",
                false,
                data);
    }
}
