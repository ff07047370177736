package io.plugstream.simulator.charger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A charger without a connection, after a power cut, or with rejecting answers. */
class ChargerOfflineTest {

    @Test
    void messagesOfflineAreSentInOrderAfterwards() {
        var bench = Bench.charging();
        bench.takeSent();
        bench.charger().disconnected();
        bench.pass(Duration.ofSeconds(130));
        bench.charger().swipe(1, Bench.TAG);
        bench.charger().unplug(1);
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "OTHER");
        bench.pass(Duration.ofSeconds(70));
        assertThat(bench.takeSent()).isEmpty();
        assertThat(bench.charger().state().unsent()).isEqualTo(5);

        bench.crash();
        bench.connect();
        var ids = bench.charger().state().transactions();
        assertThat(bench.takeSent())
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
    void aRefusedStartIsRepeatedWithTheSameContent() {
        var bench = Bench.connected();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, Bench.TAG);
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
        bench.takeSent();
        bench.connect();
        assertThat(bench.takeSent(message -> message)).contains(first);
    }

    @Test
    void aStopWithoutAnAnswerIsRepeated() {
        var bench = Bench.charging();
        bench.charger().unplug(1);
        var stop = bench.charger().next().orElseThrow();
        bench.charger().disconnected();
        bench.crash();
        bench.takeSent();
        bench.connect();
        assertThat(bench.takeSent(message -> message)).contains(stop).doesNotHaveDuplicates();
    }

    @Test
    void authorisationBeforeAPowerCutStartsTheChargingAfterwards() {
        var bench = Bench.connected();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, Bench.TAG);
        bench.crash();
        bench.takeSent();
        bench.connect();
        assertThat(bench.takeSent()).containsExactly("Booted", "0 AVAILABLE", "1 CHARGING", "ChargingStarted");
    }

    @Test
    void aDriverWhomTheLocalListExcludesDoesNotChargeAfterTheConnectionBroke() {
        var bench = Bench.connected();
        bench.charger()
                .answer(
                        List.of("SendLocalList"),
                        new Request.SendLocalList(1, true, List.of(new Request.SendLocalList.Entry(Bench.TAG, false))));
        bench.charger().plugIn(1);
        bench.charger().swipe(1, Bench.TAG);
        bench.charger().next();
        bench.charger().disconnected();
        bench.connect();
        assertThat(bench.takeSent()).doesNotContain("ChargingStarted").endsWith("1 PREPARING");
        assertThat(bench.charger().swipe(1, "OTHER"))
                .as("the connector is free")
                .isTrue();
    }

    @Test
    void tooManyQueuedReadingsAreThinnedOutButNoStartOrStopIsLost() {
        var bench = Bench.charging();
        bench.charger().disconnected();
        for (var i = 0; i < 2_500; i++) {
            bench.charger().read(1);
        }
        bench.charger().unplug(1);
        var queue = bench.charger().state().queue();
        assertThat(queue).hasSizeBetween(100, 202);
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
        assertThat(bench.takeSent()).containsExactly("Booted", "0 AVAILABLE", "1 PREPARING");
    }

    @Test
    void aRestartWithoutAConnectionDoesNotWait() {
        var bench = Bench.charging();
        bench.charger().disconnected();
        bench.charger().reboot();
        assertThat(bench.charger().isReadyToRestart()).isTrue();
        bench.charger().restarted();
        bench.takeSent();
        bench.connect();
        assertThat(bench.takeSent()).containsExactly("Booted", "0 AVAILABLE", "1 FINISHING", "ChargingStopped REBOOT");
    }

    @Test
    void readingsThatWereNotStoredAreTakenAgainAfterACrash() {
        var bench = Bench.charging();
        bench.charger().answer(List.of("x"), new Request.ChangeConfiguration("MeterValueSampleInterval", "5"));
        bench.charger().disconnected();
        var stored = bench.charger().state();
        bench.pass(Duration.ofSeconds(32));
        var lost = bench.charger().state();

        bench.crash(stored);
        bench.charger().tick();

        assertThat(lost.unsent()).isEqualTo(6);
        assertThat(bench.charger().state()).isEqualTo(lost);
    }

    @Test
    void itsStateIsRestoredFromOneValue() {
        var bench = Bench.charging();
        bench.charger()
                .answer(
                        List.of("x"),
                        new Request.SendLocalList(3, true, List.of(new Request.SendLocalList.Entry("A", true))));
        bench.charger().answerWith("Reset", AnswerMode.SILENCE);
        bench.charger().disconnected();
        bench.pass(Duration.ofMinutes(3));
        var before = bench.charger().state();
        bench.crash();
        assertThat(bench.charger().state()).isEqualTo(before);
    }
}
