package io.plugstream.simulator.scenario;

import static io.plugstream.model.event.EventType.CHARGER_BOOT;
import static io.plugstream.model.event.EventType.CHARGER_CONNECTED;
import static io.plugstream.model.event.EventType.CHARGER_DISCONNECTED;
import static io.plugstream.model.event.EventType.CONNECTOR_STATUS_CHANGED;
import static io.plugstream.model.event.EventType.TRANSACTION_STARTED;
import static io.plugstream.model.event.EventType.TRANSACTION_STOPPED;
import static io.plugstream.model.event.EventType.TRANSACTION_UPDATED;

import io.plugstream.simulator.charger.AnswerMode;
import io.plugstream.simulator.scenario.Step.Await;
import io.plugstream.simulator.scenario.Step.Condition;
import io.plugstream.simulator.scenario.Step.SendCommand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

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
                    "A car is plugged in, a card is shown, the car charges, the card is shown again.",
                    List.of(
                            PLUG_IN, SWIPE, CHARGING, PAUSE, READ, SETTLED, PAUSE, READ, SETTLED, PAUSE, SWIPE, CHARGED,
                            UNPLUG, SETTLED),
                    session("Local", updated(), updated())),
            new Scenario(
                    "remoteStart",
                    "RemoteStartTransaction is sent before the car is plugged in, and RemoteStopTransaction ends it.",
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
                            SETTLED),
                    session("Remote", updated())),
            new Scenario(
                    "refusedRemoteStart",
                    "A charger with a car refuses RemoteStartTransaction: the command is rejected, and nothing starts.",
                    List.of(
                            PLUG_IN,
                            new Step.AnswerWith(REMOTE_START, AnswerMode.REJECT),
                            command(REMOTE_START, Map.of("connectorId", 1, "idTag", TAG), TIMEOUT, "rejected"),
                            new Step.AnswerWith(REMOTE_START, AnswerMode.ACCEPT),
                            UNPLUG,
                            SETTLED),
                    List.of(status("Preparing"), status("Available"))),
            new Scenario(
                    "commandTimeout",
                    "A charger with a car never answers RemoteStartTransaction: the command is timed_out.",
                    List.of(
                            PLUG_IN,
                            new Step.AnswerWith(REMOTE_START, AnswerMode.SILENCE),
                            command(REMOTE_START, Map.of("connectorId", 1, "idTag", TAG), SHORT, "timed_out"),
                            new Step.AnswerWith(REMOTE_START, AnswerMode.ACCEPT),
                            UNPLUG,
                            SETTLED),
                    List.of(status("Preparing"), status("Available"))),
            new Scenario(
                    "faultWhileCharging",
                    "A ground failure ends the charging.",
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
                            SETTLED),
                    session(
                            "Other",
                            new ExpectedEvent(
                                    CONNECTOR_STATUS_CHANGED,
                                    Map.of("connectorId", 1, "status", "Faulted", "errorCode", "GroundFailure")))),
            new Scenario(
                    "offlineThenResend",
                    "The connection is lost while a car charges; the reading and the stop are sent afterwards, with their own times.",
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
                            SETTLED),
                    session(
                            "Local",
                            ExpectedEvent.of(CHARGER_DISCONNECTED, "reason", "closed"),
                            ExpectedEvent.of(CHARGER_CONNECTED),
                            ExpectedEvent.of(CHARGER_BOOT),
                            updated())),
            new Scenario(
                    "repeatedStart",
                    "StartTransaction is sent twice: there is one event, and one transaction.",
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
                            SETTLED),
                    session("Local")),
            new Scenario(
                    "orphanedStop",
                    "StopTransaction of a transaction that nobody knows: it is listed as orphaned, and there is no event.",
                    List.of(new Step.StopUnknown(UNKNOWN_TRANSACTION), SETTLED),
                    List.of()),
            new Scenario(
                    "replacedConnection",
                    "The charger connects again while its former connection is open, which is then closed.",
                    List.of(new Step.ConnectAgain(), PAUSE, SETTLED),
                    List.of(
                            ExpectedEvent.of(CHARGER_DISCONNECTED, "reason", "replaced"),
                            ExpectedEvent.of(CHARGER_CONNECTED),
                            ExpectedEvent.of(CHARGER_BOOT))),
            new Scenario(
                    "wrongClock",
                    "The charger's clock is ten days behind: its events carry the time of receipt.",
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
                            new Step.SetClock(Duration.ZERO)),
                    session("Local", updated())));

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

    /** The events of a charging session that ends for this reason. */
    private static List<ExpectedEvent> session(String reason, ExpectedEvent... whileCharging) {
        return Stream.of(
                        Stream.of(status("Preparing"), started(), status("Charging")),
                        Stream.of(whileCharging),
                        Stream.of(stopped(reason), status("Finishing"), status("Available")))
                .flatMap(Function.identity())
                .toList();
    }

    private static ExpectedEvent status(String status) {
        return new ExpectedEvent(CONNECTOR_STATUS_CHANGED, Map.of("connectorId", 1, "status", status));
    }

    private static ExpectedEvent started() {
        return ExpectedEvent.of(TRANSACTION_STARTED, "idTag", TAG);
    }

    private static ExpectedEvent updated() {
        return ExpectedEvent.of(TRANSACTION_UPDATED);
    }

    private static ExpectedEvent stopped(String reason) {
        return ExpectedEvent.of(TRANSACTION_STOPPED, "reason", reason);
    }
}
