package io.plugstream.gateway.presence;

import static io.plugstream.gateway.publish.FakeKafka.CHARGER;
import static io.plugstream.gateway.publish.FakeKafka.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plugstream.gateway.publish.ConnectionEnd;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndReportsTest {

    private static final UUID RUN = new UUID(0, 1);
    private static final HeldConnection CLOSING = HeldConnection.opening(
                    new UUID(0x0192f0c17a3e7000L, 1), RUN, Mode.LIVE, "ocpp1.6", NOW)
            .settled(NOW)
            .closing(RUN, "closed", NOW);

    private final FakeKafka kafka = FakeKafka.open();
    private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private final Publications publications = kafka.publications(clock);
    private final List<HeldConnection> noted = new CopyOnWriteArrayList<>();
    private final EndReports reports = new EndReports((_, record) -> noted.add(record), publications, clock);

    @AfterEach
    void close() {
        kafka.close();
    }

    @Test
    void anEndAcknowledgedAfterTheTimeoutIsNotPublishedAgain() throws Exception {
        assertThatThrownBy(() -> publications.await(reports.of(CHARGER, CLOSING)))
                .isInstanceOf(NotAcknowledgedException.class);
        kafka.producer.completeNext();
        await().until(() -> !noted.isEmpty());

        publications.await(reports.of(CHARGER, CLOSING));

        assertThat(kafka.sent()).hasSize(1);
        assertThat(noted).extracting(HeldConnection::step).containsExactly(Step.CLOSED);
    }

    /** Two gateways may report an end, one of them much later. Both events have one id and must be equal. */
    @Test
    void reportsOfOneEndAreEqualAtAllGatewaysAndTimes() {
        HeldConnection closing = HeldConnection.opening(
                        new UUID(0x0192f0c17a3e7000L, 1), RUN, Mode.LIVE, "ocpp1.6", NOW)
                .settled(NOW)
                .closing(RUN, "no answer to pings", NOW);
        Clock later = Clock.offset(clock, Duration.ofMinutes(1));
        Publications others = kafka.publications(later);
        EndReports elsewhere = new EndReports((_, _) -> {}, others, later);

        assertThatThrownBy(() -> publications.await(reports.of(CHARGER, closing)))
                .isInstanceOf(NotAcknowledgedException.class);
        assertThatThrownBy(() -> others.await(elsewhere.of(CHARGER, closing)))
                .isInstanceOf(NotAcknowledgedException.class);

        assertThat(kafka.events())
                .containsExactly(ConnectionEnd.of(CHARGER, closing), ConnectionEnd.of(CHARGER, closing))
                .extracting(EventRecord::occurredAt)
                .containsOnly(NOW);
    }
}
