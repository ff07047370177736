package io.plugstream.simulator.charger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.ChargingProfile.Kind;
import io.plugstream.simulator.charger.ChargingProfile.Purpose;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A charger's state is bounded, because it is stored as one record. */
class StateSizeTest {

    private static final int MOST = 600_000;
    private static final String LONG_TAG = "T".repeat(36);
    private static final List<String> NAMES = List.of("action");

    @Test
    void chargesWithoutAConnectionOnlyAsLongAsItCanReportIt() {
        var bench = Bench.connected();
        var charger = bench.charger();
        charger.answer(NAMES, new Request.ChangeConfiguration("MeterValuesSampledData", "SoC" + ",SoC".repeat(100)));
        charger.disconnected();
        charger.plugIn(1);

        var sessions = 0;
        while (sessions < 2_000 && charger.swipe(1, LONG_TAG)) {
            for (var reading = 0; reading < 10; reading++) {
                charger.read(1);
            }
            charger.swipe(1, LONG_TAG);
            sessions++;
        }

        assertThat(sessions).isEqualTo(200);
        assertThat(size(charger)).isLessThan(MOST);

        bench.connect();
        assertThat(bench.sent)
                .filteredOn(Message.ChargingStopped.class::isInstance)
                .hasSize(200);
        assertThat(charger.swipe(1, LONG_TAG)).isTrue();
    }

    @Test
    void forgetsTheOldestUnsentMessagesOutsideOfSessions() {
        var bench = Bench.charging();
        var charger = bench.charger();
        charger.read(1);
        charger.next();
        for (var trigger = 0; trigger < 1_000; trigger++) {
            charger.answer(NAMES, new Request.Trigger(Request.Triggered.STATUS, 1));
        }
        charger.answer(NAMES, new Request.Trigger(Request.Triggered.HEARTBEAT, null));

        var queue = charger.state().queue();
        assertThat(queue).hasSize(101);
        assertThat(queue.getFirst()).isInstanceOf(Message.MeterRead.class);
        assertThat(queue.getLast()).isEqualTo(new Message.Heartbeat());
    }

    @Test
    void theMessageInFlightIsNeverForgotten() {
        var bench = Bench.connected();
        var charger = bench.charger();
        charger.answer(NAMES, new Request.Trigger(Request.Triggered.BOOT, null));
        var inFlight = charger.next().orElseThrow();
        for (var trigger = 0; trigger < 1_000; trigger++) {
            charger.answer(NAMES, new Request.Trigger(Request.Triggered.HEARTBEAT, null));
        }

        assertThat(charger.state().queue()).hasSize(100).first().isEqualTo(inFlight);
        charger.swipe(1, Bench.TAG);
        for (var trigger = 0; trigger < 1_000; trigger++) {
            charger.answer(NAMES, new Request.Trigger(Request.Triggered.HEARTBEAT, null));
        }
        assertThat(charger.state().queue())
                .as("the driver waits for the answer")
                .contains(new Message.Identified(1, Bench.TAG));
    }

    @Test
    void changesOfAStationsChargingStateAreThinnedOutLikeReadings() {
        var clock = new FakeClock();
        var charger =
                new Charger(ChargerModel.wallbox("S"), ChargerState.fresh(ChargerModel.wallbox("S")), clock, true);
        charger.plugIn(1);
        charger.swipe(1, Bench.TAG);
        var nothing = new ChargingProfile(
                1,
                0,
                0,
                Purpose.WHOLE_CHARGER,
                Kind.RELATIVE,
                null,
                null,
                null,
                null,
                new ChargingProfile.Schedule(
                        1, false, null, null, List.of(new ChargingProfile.Period(Duration.ZERO, 0, null))));
        for (var change = 0; change < 2_500; change++) {
            charger.answer(NAMES, new Request.SetProfile(0, nothing));
            charger.answer(NAMES, new Request.ClearProfiles(1, null, null, null));
        }
        charger.unplug(1);

        var queue = charger.state().queue();
        assertThat(queue).hasSizeBetween(100, 202);
        assertThat(queue.getFirst()).isInstanceOf(Message.ChargingStarted.class);
        assertThat(queue.getLast()).isInstanceOf(Message.ChargingStopped.class);
    }

    private static int size(Charger charger) {
        return Json.mapper().writeValueAsBytes(charger.state()).length;
    }
}
