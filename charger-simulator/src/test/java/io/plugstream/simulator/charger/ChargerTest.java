package io.plugstream.simulator.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ChargerTest {

    private static final String TAG = "TAG";

    @Test
    void aSessionIsToldFromPlugToPlug() {
        var bench = Bench.connected();
        assertThat(bench.heard()).containsExactly("Booted", "0 AVAILABLE", "1 AVAILABLE");

        bench.charger().plugIn(1);
        bench.charger().swipe(1, TAG);
        bench.talk();
        assertThat(bench.heard()).containsExactly("1 PREPARING", "Identified", "ChargingStarted", "1 CHARGING");

        bench.pass(Duration.ofSeconds(121));
        assertThat(bench.heard()).containsExactly("MeterRead", "MeterRead");

        bench.charger().swipe(1, TAG);
        bench.talk();
        assertThat(bench.last(Message.ChargingStopped.class))
                .hasValueSatisfying(stop -> assertThat(stop.meterStop()).isEqualTo((long) (11_000 * 116 / 3600.0)));
        bench.charger().unplug(1);
        bench.talk();
        assertThat(bench.heard()).containsExactly("ChargingStopped LOCAL", "1 FINISHING", "1 AVAILABLE");
        assertThat(bench.charger().state().transactions()).isEmpty();
        assertThat(bench.charger().state().queue()).isEmpty();
    }

    @Test
    void theMeterGoesOnFromSessionToSession() {
        var bench = charging();
        bench.pass(Duration.ofHours(1));
        bench.charger().unplug(1);
        bench.talk();
        var stop = bench.last(Message.ChargingStopped.class).orElseThrow();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, TAG);
        bench.talk();

        assertThat(stop.meterStop()).isBetween(10_900L, 11_000L);
        assertThat(bench.last(Message.ChargingStarted.class))
                .hasValueSatisfying(start -> assertThat(start.meterStart()).isEqualTo(stop.meterStop()));
    }

    @Test
    void aFullCarSuspendsTheCharging() {
        var bench = charging();
        bench.said.clear();
        bench.pass(Duration.ofHours(20));
        assertThat(bench.heard()).contains("1 SUSPENDED_EV");
        assertThat(bench.charger().reading(1).chargePercent()).isCloseTo(100, within(0.3));
    }

    @Test
    void aCardThatIsRefusedStartsNothing() {
        var bench = Bench.connected();
        bench.heard();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "BLOCKED");
        bench.talk();
        assertThat(bench.heard()).containsExactly("1 PREPARING", "Identified");
        assertThat(bench.charger().state().isCharging()).isFalse();
    }

    @Test
    void whoeverPlugsNothingInLosesTheirTurn() {
        var bench = Bench.connected();
        bench.heard();
        bench.charger().swipe(1, TAG);
        bench.talk();
        bench.pass(Duration.ofSeconds(61));
        assertThat(bench.heard()).containsExactly("1 PREPARING", "Identified", "1 AVAILABLE");
    }

    @Test
    void whatHappensOfflineIsToldInOrderAfterwards() {
        var bench = charging();
        bench.heard();
        bench.charger().disconnected();
        bench.pass(Duration.ofSeconds(130));
        bench.charger().swipe(1, TAG);
        bench.charger().unplug(1);
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "OTHER");
        bench.pass(Duration.ofSeconds(70));
        assertThat(bench.heard()).isEmpty();
        assertThat(bench.charger().state().unsent()).isEqualTo(5);

        bench.crash();
        bench.connect();
        var ids = bench.charger().state().transactions();
        assertThat(bench.heard())
                .containsExactly(
                        "Booted",
                        "0 AVAILABLE",
                        "1 CHARGING",
                        "MeterRead",
                        "MeterRead",
                        "ChargingStopped LOCAL",
                        "ChargingStarted",
                        "MeterRead");
        assertThat(ids).hasSize(1).containsValue(102);
    }

    @Test
    void aStartThatIsRefusedIsSaidAgainWithTheSameContent() {
        var bench = Bench.connected();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, TAG);
        for (var next = bench.charger().next().orElseThrow();
                !(next instanceof Message.ChargingStarted);
                next = bench.charger().next().orElseThrow()) {
            bench.charger().confirmed(bench.answer(next));
        }
        var first = bench.charger().state().queue().getFirst();
        bench.charger().refused();
        assertThat(bench.charger().next()).isEmpty();
        bench.clock.pass(Duration.ofSeconds(3));
        assertThat(bench.charger().next()).hasValue(first);
        bench.charger().refused();
        bench.clock.pass(Duration.ofSeconds(5));
        assertThat(bench.charger().next()).as("later each time").isEmpty();
        bench.clock.pass(Duration.ofSeconds(1));
        assertThat(bench.charger().next()).hasValue(first);

        bench.charger().disconnected();
        bench.crash();
        bench.heard();
        bench.connect();
        assertThat(bench.heard(message -> message)).contains(first);
    }

    @Test
    void aStopWhoseAnswerWasLostIsSaidAgain() {
        var bench = charging();
        bench.charger().unplug(1);
        var stop = bench.charger().next().orElseThrow();
        bench.charger().disconnected();
        bench.crash();
        bench.heard();
        bench.connect();
        assertThat(bench.heard(message -> message)).contains(stop).doesNotHaveDuplicates();
    }

    @Test
    void whoeverAskedBeforeAPowerCutCharges() {
        var bench = Bench.connected();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, TAG);
        bench.crash();
        bench.heard();
        bench.connect();
        assertThat(bench.heard()).containsExactly("Booted", "0 AVAILABLE", "1 CHARGING", "ChargingStarted");
    }

    @Test
    void aStartThatIsDeniedIsStopped() {
        var bench = Bench.connected();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, TAG);
        for (var next = bench.charger().next();
                next.isPresent();
                next = bench.charger().next()) {
            bench.said.add(next.get());
            bench.charger()
                    .confirmed(
                            next.get() instanceof Message.ChargingStarted
                                    ? new Confirmation.Started(7, false)
                                    : bench.answer(next.get()));
        }
        assertThat(bench.heard()).endsWith("1 CHARGING", "ChargingStopped DE_AUTHORIZED", "1 FINISHING");
    }

    @Test
    void manyReadingsAreThinnedOutButNoStartOrStopIsLost() {
        var bench = charging();
        bench.charger().disconnected();
        for (var i = 0; i < 2_500; i++) {
            bench.charger().read(1);
        }
        bench.charger().unplug(1);
        var queue = bench.charger().state().queue();
        assertThat(queue).hasSizeBetween(500, 1_002);
        assertThat(queue.getLast()).isInstanceOf(Message.ChargingStopped.class);
    }

    @Test
    void waitsUntilItIsAccepted() {
        var bench = new Bench(ChargerModel.wallbox("SERIAL"));
        bench.charger().connected();
        assertThat(bench.charger().next()).containsInstanceOf(Message.Booted.class);
        bench.charger().confirmed(new Confirmation.Registered(false, Duration.ofSeconds(20)));
        bench.charger().plugIn(1);
        assertThat(bench.charger().next()).isEmpty();
        assertThat(bench.charger().nextWake()).contains(bench.clock.instant().plus(Duration.ofSeconds(20)));
        bench.clock.pass(Duration.ofSeconds(20));
        bench.talk();
        assertThat(bench.heard()).containsExactly("Booted", "0 AVAILABLE", "1 PREPARING");
    }

    @Test
    void beatsAsOftenAsItIsTold() {
        var bench = Bench.connected();
        bench.heard();
        bench.pass(Duration.ofSeconds(601));
        assertThat(bench.heard()).containsExactly("Heartbeat", "Heartbeat");
        bench.charger().answer(List.of("x"), new Request.ChangeConfiguration("HeartbeatInterval", "60"));
        bench.pass(Duration.ofSeconds(121));
        assertThat(bench.heard()).containsExactly("Heartbeat", "Heartbeat");
    }

    @Test
    void aFaultEndsTheCharging() {
        var bench = charging();
        bench.heard();
        assertThat(bench.charger().fault(1, "GroundFailure")).isTrue();
        assertThat(bench.charger().fault(1, "GroundFailure")).isFalse();
        bench.talk();
        assertThat(bench.last(Message.StatusChanged.class)).isPresent();
        assertThat(bench.said)
                .filteredOn(Message.StatusChanged.class::isInstance)
                .extracting(status -> ((Message.StatusChanged) status).errorCode())
                .containsExactly("GroundFailure");
        assertThat(bench.heard()).containsExactly("1 FAULTED", "ChargingStopped OTHER");
        assertThat(bench.charger().swipe(1, TAG)).isFalse();
        bench.charger().clearFault(1);
        bench.talk();
        assertThat(bench.heard()).containsExactly("1 FINISHING");
    }

    @Test
    void aWrongClockIsInItsMessagesButNotInItsTimers() {
        var bench = Bench.connected();
        bench.charger().setClock(Duration.ofDays(-10));
        bench.charger().plugIn(1);
        bench.charger().swipe(1, TAG);
        bench.talk();
        assertThat(bench.last(Message.ChargingStarted.class).orElseThrow().at())
                .isEqualTo(bench.clock.instant().minus(Duration.ofDays(10)));
        bench.heard();
        bench.pass(Duration.ofSeconds(61));
        assertThat(bench.heard()).containsExactly("MeterRead");
    }

    @Test
    void aFastClockBeginsInThePastAndEndsNow() {
        var bench = Bench.connected();
        var end = bench.clock.instant().plus(Duration.ofSeconds(20));
        bench.charger().hurry(60, end);
        bench.charger().plugIn(1);
        bench.charger().swipe(1, TAG);
        bench.talk();
        assertThat(bench.last(Message.ChargingStarted.class).orElseThrow().at())
                .isEqualTo(end.minus(Duration.ofMinutes(20)));
        assertThatIllegalStateException().isThrownBy(() -> bench.charger().hurry(2, end));
        bench.heard();
        bench.pass(Duration.ofSeconds(20));
        bench.charger().swipe(1, TAG);
        bench.talk();
        var stop = bench.last(Message.ChargingStopped.class).orElseThrow();
        assertThat(stop.at()).isEqualTo(end);
        assertThat(stop.meterStop()).isEqualTo((long) (11_000 * (1_200 - 5) / 3600.0));
        assertThat(bench.heard()).filteredOn("MeterRead"::equals).hasSize(20);
    }

    @Test
    void aRestartWithoutAConnectionWaitsForNothing() {
        var bench = charging();
        bench.charger().disconnected();
        bench.charger().reboot();
        assertThat(bench.charger().isReadyToRestart()).isTrue();
        bench.charger().restarted();
        bench.heard();
        bench.connect();
        assertThat(bench.heard()).containsExactly("Booted", "0 AVAILABLE", "1 FINISHING", "ChargingStopped REBOOT");
    }

    @Test
    void whatItKeepsIsOneValue() {
        var bench = charging();
        bench.charger()
                .answer(
                        List.of("x"),
                        new Request.SendLocalList(3, true, List.of(new Request.SendLocalList.Entry("A", true))));
        bench.charger().answerWith("Reset", Answering.SILENCE);
        bench.charger().disconnected();
        bench.pass(Duration.ofMinutes(3));
        var before = bench.charger().state();
        bench.crash();
        assertThat(bench.charger().state()).isEqualTo(before);
    }

    @Test
    void aConnectorThatIsNotThereIsABug() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bench.connected().charger().plugIn(2));
    }

    /** At connector 1. */
    static Bench charging() {
        var bench = Bench.connected();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, TAG);
        bench.talk();
        Objects.requireNonNull(bench.charger().state().transactionId());
        return bench;
    }
}
