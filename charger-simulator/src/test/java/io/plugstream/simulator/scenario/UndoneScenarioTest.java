package io.plugstream.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.ChargerTime;
import io.plugstream.simulator.charger.Confirmation;
import io.plugstream.simulator.charger.Message;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UndoneScenarioTest {

    private static final ChargerModel MODEL = ChargerModel.wallbox("SERIAL");

    private final Charger charger = new Charger(MODEL, ChargerState.fresh(MODEL), Clock.systemUTC(), false);

    @Test
    void aChargerThatWasTakenOfflineGoesOnline() {
        charger.plugIn(1);
        charger.swipe(1, Scenarios.TAG);
        charger.online(false);

        undo("offlineThenResend", Step.GoOffline.class);

        assertThat(charger.state().online()).isTrue();
        assertThat(charger.state().isCharging()).isFalse();
        assertThat(charger.state().isPlugged()).isFalse();
    }

    @Test
    void aFaultIsCleared() {
        charger.plugIn(1);
        charger.fault(1, "GroundFailure");

        undo("faultWhileCharging", Step.Fault.class);

        assertThat(charger.clearFault(1)).as("there was still a fault").isFalse();
        assertThat(charger.state().isPlugged()).isFalse();
    }

    @Test
    void aWrongClockIsSetRight() {
        charger.setClock(Duration.ofDays(-10));

        undo("wrongClock", Step.SetClock.class);

        assertThat(charger.state().time()).isEqualTo(ChargerTime.RIGHT);
    }

    @Test
    void aDriverWhoWasAuthorisedByCommandIsForgotten() {
        charger.swipe(1, Scenarios.TAG);

        undo("remoteStart", Step.SendCommand.class);

        charger.plugIn(1);
        assertThat(charger.state().isCharging()).isFalse();
    }

    @Test
    void aDriverOfACommandThatLookedFailedIsForgotten() {
        charger.swipe(1, Scenarios.TAG);

        ScenarioRun.undo(Scenarios.named("remoteStart").orElseThrow(), 0, charger);

        charger.plugIn(1);
        assertThat(charger.state().isCharging()).isFalse();
    }

    @Test
    void aDriverWhoseAuthorisationIsLateIsForgotten() {
        charger.connected();
        charger.next();
        charger.confirmed(new Confirmation.Registered(true, Duration.ofMinutes(5)));
        charger.plugIn(1);
        charger.swipe(1, Scenarios.TAG);

        undo("normalSession", Step.Swipe.class);

        charger.plugIn(1);
        for (var next = charger.next(); next.isPresent(); next = charger.next()) {
            charger.confirmed(
                    next.get() instanceof Message.Identified
                            ? new Confirmation.Identified(true)
                            : new Confirmation.Acknowledged());
        }
        assertThat(charger.state().isCharging()).isFalse();
    }

    @Test
    void whatTheScenarioDidNotDoStays() {
        charger.plugIn(1);
        charger.online(false);
        charger.fault(1, "GroundFailure");

        ScenarioRun.undo(Scenarios.named("normalSession").orElseThrow(), 0, charger);

        assertThat(charger.state().isPlugged()).isTrue();
        assertThat(charger.state().online()).isFalse();
        assertThat(charger.clearFault(1)).isTrue();
    }

    /** Undoes the scenario up to its first step of this kind. */
    private void undo(String name, Class<? extends Step> last) {
        var scenario = Scenarios.named(name).orElseThrow();
        var kinds = scenario.steps().stream().map(Step::getClass).toList();
        ScenarioRun.undo(scenario, kinds.indexOf(last) + 1, charger);
    }
}
