package io.plugstream.simulator.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A charger's sessions, heartbeats, faults and clock. */
class ChargerTest {

    @Test
    void aSessionIsReportedFromPlugInToUnplug() {
        var bench = Bench.connected();
        assertThat(bench.takeSent()).containsExactly("Booted", "0 AVAILABLE", "1 AVAILABLE");

        bench.charger().plugIn(1);
        bench.charger().swipe(1, Bench.TAG);
        bench.talk();
        assertThat(bench.takeSent()).containsExactly("1 PREPARING", "Identified", "ChargingStarted", "1 CHARGING");

        bench.pass(Duration.ofSeconds(121));
        assertThat(bench.takeSent()).containsExactly("MeterRead", "MeterRead");

        bench.charger().swipe(1, Bench.TAG);
        bench.talk();
        assertThat(bench.last(Message.ChargingStopped.class))
                .hasValueSatisfying(stop -> assertThat(stop.meterStop()).isEqualTo((long) (11_000 * 116 / 3600.0)));
        bench.charger().unplug(1);
        bench.talk();
        assertThat(bench.takeSent()).containsExactly("ChargingStopped LOCAL", "1 FINISHING", "1 AVAILABLE");
        assertThat(bench.charger().state().transactions()).isEmpty();
        assertThat(bench.charger().state().queue()).isEmpty();
    }

    @Test
    void theMeterContinuesAcrossSessions() {
        var bench = Bench.charging();
        bench.pass(Duration.ofHours(1));
        bench.charger().unplug(1);
        bench.talk();
        var stop = bench.last(Message.ChargingStopped.class).orElseThrow();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, Bench.TAG);
        bench.talk();

        assertThat(stop.meterStop()).isBetween(10_900L, 11_000L);
        assertThat(bench.last(Message.ChargingStarted.class))
                .hasValueSatisfying(start -> assertThat(start.meterStart()).isEqualTo(stop.meterStop()));
    }

    @Test
    void aFullCarSuspendsTheCharging() {
        var bench = Bench.charging();
        bench.sent.clear();
        bench.pass(Duration.ofHours(20));
        assertThat(bench.takeSent()).contains("1 SUSPENDED_EV");
        assertThat(bench.charger().reading(1).chargePercent()).isCloseTo(100, within(0.3));
    }

    @Test
    void aRefusedCardStartsNoTransaction() {
        var bench = Bench.connected();
        bench.takeSent();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "BLOCKED");
        bench.talk();
        assertThat(bench.takeSent()).containsExactly("1 PREPARING", "Identified");
        assertThat(bench.charger().state().isCharging()).isFalse();
    }

    @Test
    void authorisationExpiresIfNoCableIsPluggedIn() {
        var bench = Bench.connected();
        bench.takeSent();
        bench.charger().swipe(1, Bench.TAG);
        bench.talk();
        bench.pass(Duration.ofSeconds(61));
        assertThat(bench.takeSent()).containsExactly("1 PREPARING", "Identified", "1 AVAILABLE");
    }

    @Test
    void aDeniedTransactionIsStopped() {
        var bench = Bench.connected();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, Bench.TAG);
        for (var next = bench.charger().next();
                next.isPresent();
                next = bench.charger().next()) {
            bench.sent.add(next.get());
            bench.charger()
                    .confirmed(
                            next.get() instanceof Message.ChargingStarted
                                    ? new Confirmation.Started(7, false)
                                    : bench.answer(next.get()));
        }
        assertThat(bench.takeSent()).endsWith("1 CHARGING", "ChargingStopped DE_AUTHORIZED", "1 FINISHING");
    }

    @Test
    void sendsHeartbeatsAtTheGivenInterval() {
        var bench = Bench.connected();
        bench.takeSent();
        bench.pass(Duration.ofSeconds(601));
        assertThat(bench.takeSent()).containsExactly("Heartbeat", "Heartbeat");
        bench.charger().answer(List.of("x"), new Request.ChangeConfiguration("HeartbeatInterval", "60"));
        bench.pass(Duration.ofSeconds(121));
        assertThat(bench.takeSent()).containsExactly("Heartbeat", "Heartbeat");
    }

    @Test
    void aFaultEndsTheCharging() {
        var bench = Bench.charging();
        bench.takeSent();
        assertThat(bench.charger().fault(1, "GroundFailure")).isTrue();
        assertThat(bench.charger().fault(1, "GroundFailure")).isFalse();
        bench.talk();
        assertThat(bench.last(Message.StatusChanged.class)).isPresent();
        assertThat(bench.sent)
                .filteredOn(Message.StatusChanged.class::isInstance)
                .extracting(status -> ((Message.StatusChanged) status).errorCode())
                .containsExactly("GroundFailure");
        assertThat(bench.takeSent()).containsExactly("1 FAULTED", "ChargingStopped OTHER");
        assertThat(bench.charger().swipe(1, Bench.TAG)).isFalse();
        bench.charger().clearFault(1);
        bench.talk();
        assertThat(bench.takeSent()).containsExactly("1 FINISHING");
    }

    @Test
    void aWrongClockAffectsMessagesButNotTimers() {
        var bench = Bench.connected();
        bench.charger().setClock(Duration.ofDays(-10));
        bench.charger().plugIn(1);
        bench.charger().swipe(1, Bench.TAG);
        bench.talk();
        assertThat(bench.last(Message.ChargingStarted.class).orElseThrow().at())
                .isEqualTo(bench.clock.instant().minus(Duration.ofDays(10)));
        bench.takeSent();
        bench.pass(Duration.ofSeconds(61));
        assertThat(bench.takeSent()).containsExactly("MeterRead");
    }

    @Test
    void aSessionOfAFastClockBeginsInThePastAndEndsNow() {
        var bench = Bench.connected();
        var end = bench.clock.instant().plus(Duration.ofSeconds(20));
        bench.charger().speedUpClock(60, end);
        bench.charger().plugIn(1);
        bench.charger().swipe(1, Bench.TAG);
        bench.talk();
        assertThat(bench.last(Message.ChargingStarted.class).orElseThrow().at())
                .isEqualTo(end.minus(Duration.ofMinutes(20)));
        assertThatIllegalStateException().isThrownBy(() -> bench.charger().speedUpClock(2, end));
        bench.takeSent();
        bench.pass(Duration.ofSeconds(20));
        bench.charger().swipe(1, Bench.TAG);
        bench.talk();
        var stop = bench.last(Message.ChargingStopped.class).orElseThrow();
        assertThat(stop.at()).isEqualTo(end);
        assertThat(stop.meterStop()).isEqualTo((long) (11_000 * (1_200 - 5) / 3600.0));
        assertThat(bench.takeSent()).filteredOn("MeterRead"::equals).hasSize(20);
    }

    @Test
    void anUnknownConnectorIsABug() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bench.connected().charger().plugIn(2));
    }
}
