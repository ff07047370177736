package io.plugstream.simulator.scenario;

import io.plugstream.simulator.charger.AnswerMode;
import io.plugstream.simulator.scenario.Step.Await;
import io.plugstream.simulator.scenario.Step.Condition;
import io.plugstream.simulator.scenario.Step.SendCommand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All scenarios. */
public final class Scenarios {

    /** The idTag of the card in all scenarios. */
    public static final String TAG = "SCENARIO-TAG";

    /** An id that the platform would assign only after two thousand million others. */
    static final int UNKNOWN_TRANSACTION = 2_147_480_000;

    private static final String REMOTE_START = "RemoteStartTransaction";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofSeconds(2);

    private static final Await SETTLED = new Await(Condition.SETTLED);
    private static final Await CHARGING = new Await(Condition.CHARGING);
    private static final Await CHARGED = new Await(Condition.CHARGED);
    private static final Step.PlugIn PLUG_IN = new Step.PlugIn();
    private static final Step.Unplug UNPLUG = new Step.Unplug();
    private static final Step.Swipe SWIPE = new Step.Swipe(TAG);
    private static final Step.ReadMeter READ = new Step.ReadMeter();
    private static final Step.Pause PAUSE = new Step.Pause(Duration.ofSeconds(1));

    private static final List<Scenario> ALL = List.of(
            new Scenario(
                    "normalSession",
                    List.of(
                            PLUG_IN, SWIPE, CHARGING, PAUSE, READ, SETTLED, PAUSE, READ, SETTLED, PAUSE, SWIPE, CHARGED,
                            UNPLUG, SETTLED)),
            new Scenario(
                    "remoteStart",
                    List.of(
                            command(REMOTE_START, Map.of("connectorId", 1, "idTag", TAG), TIMEOUT, "accepted"),
                            SETTLED,
                            PLUG_IN,
                            CHARGING,
                            PAUSE,
                            READ,
                            SETTLED,
                            command(
                                    "RemoteStopTransaction",
                                    Map.of("transactionId", SendCommand.TRANSACTION),
                                    TIMEOUT,
                                    "accepted"),
                            CHARGED,
                            UNPLUG,
                            SETTLED)),
            new Scenario(
                    "refusedRemoteStart",
                    List.of(
                            PLUG_IN,
                            new Step.AnswerWith(REMOTE_START, AnswerMode.REJECT),
                            command(REMOTE_START, Map.of("connectorId", 1, "idTag", TAG), TIMEOUT, "rejected"),
                            new Step.AnswerWith(REMOTE_START, AnswerMode.ACCEPT),
                            UNPLUG,
                            SETTLED)),
            new Scenario(
                    "commandTimeout",
                    List.of(
                            PLUG_IN,
                            new Step.AnswerWith(REMOTE_START, AnswerMode.SILENCE),
                            command(REMOTE_START, Map.of("connectorId", 1, "idTag", TAG), SHORT, "timed_out"),
                            new Step.AnswerWith(REMOTE_START, AnswerMode.ACCEPT),
                            UNPLUG,
                            SETTLED)),
            new Scenario(
                    "faultWhileCharging",
                    List.of(
                            PLUG_IN,
                            SWIPE,
                            CHARGING,
                            PAUSE,
                            new Step.Fault("GroundFailure"),
                            CHARGED,
                            new Step.ClearFault(),
                            SETTLED,
                            UNPLUG,
                            SETTLED)),
            new Scenario(
                    "offlineThenResend",
                    List.of(
                            PLUG_IN,
                            SWIPE,
                            CHARGING,
                            SETTLED,
                            new Step.GoOffline(),
                            new Await(Condition.DISCONNECTED),
                            PAUSE,
                            READ,
                            PAUSE,
                            SWIPE,
                            PAUSE,
                            new Step.GoOnline(),
                            CHARGED,
                            UNPLUG,
                            SETTLED)),
            new Scenario(
                    "repeatedStart",
                    List.of(
                            PLUG_IN,
                            SWIPE,
                            CHARGING,
                            new Step.RepeatStart(),
                            SETTLED,
                            PAUSE,
                            SWIPE,
                            CHARGED,
                            UNPLUG,
                            SETTLED)),
            new Scenario("orphanedStop", List.of(new Step.StopUnknown(UNKNOWN_TRANSACTION), SETTLED)),
            new Scenario("replacedConnection", List.of(new Step.ConnectAgain(), PAUSE, SETTLED)),
            new Scenario(
                    "wrongClock",
                    List.of(
                            new Step.SetClock(Duration.ofDays(-10)),
                            PLUG_IN,
                            SWIPE,
                            CHARGING,
                            PAUSE,
                            READ,
                            SETTLED,
                            SWIPE,
                            CHARGED,
                            UNPLUG,
                            SETTLED,
                            new Step.SetClock(Duration.ZERO))));

    private Scenarios() {}

    public static List<Scenario> all() {
        return ALL;
    }

    public static Optional<Scenario> named(String name) {
        return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
    }

    private static SendCommand command(String action, Map<String, Object> payload, Duration timeout, String status) {
        return new SendCommand(action, payload, timeout, status);
    }
}
