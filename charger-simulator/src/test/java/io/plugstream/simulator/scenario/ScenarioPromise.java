package io.plugstream.simulator.scenario;

import static io.plugstream.model.event.EventType.CHARGER_BOOT;
import static io.plugstream.model.event.EventType.CHARGER_CONNECTED;
import static io.plugstream.model.event.EventType.CHARGER_DISCONNECTED;
import static io.plugstream.model.event.EventType.CONNECTOR_STATUS_CHANGED;
import static io.plugstream.model.event.EventType.TRANSACTION_STARTED;
import static io.plugstream.model.event.EventType.TRANSACTION_STOPPED;
import static io.plugstream.model.event.EventType.TRANSACTION_UPDATED;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What {@code docs/sandbox.md} promises of a scenario.
 *
 * @param about a sentence that describes it
 * @param events the events that it causes, in order for each kind (charger, connector, transaction); the meter is read
 *     only in steps that do so
 */
public record ScenarioPromise(String about, List<ExpectedEvent> events) {

    private static final Map<String, ScenarioPromise> ALL = Map.ofEntries(
            Map.entry(
                    "normalSession",
                    new ScenarioPromise(
                            "A car is plugged in, a card is shown, the car charges, the card is shown again.",
                            session("Local", updated(), updated()))),
            Map.entry(
                    "remoteStart",
                    new ScenarioPromise(
                            "RemoteStartTransaction is sent before the car is plugged in, and RemoteStopTransaction ends it.",
                            session("Remote", updated()))),
            Map.entry(
                    "refusedRemoteStart",
                    new ScenarioPromise(
                            "A charger with a car refuses RemoteStartTransaction: the command is rejected, and nothing starts.",
                            List.of(status("Preparing"), status("Available")))),
            Map.entry(
                    "commandTimeout",
                    new ScenarioPromise(
                            "A charger with a car never answers RemoteStartTransaction: the command is timed_out.",
                            List.of(status("Preparing"), status("Available")))),
            Map.entry(
                    "faultWhileCharging",
                    new ScenarioPromise(
                            "A ground failure ends the charging.",
                            session(
                                    "Other",
                                    new ExpectedEvent(
                                            CONNECTOR_STATUS_CHANGED,
                                            Map.of(
                                                    "connectorId",
                                                    1,
                                                    "status",
                                                    "Faulted",
                                                    "errorCode",
                                                    "GroundFailure"))))),
            Map.entry(
                    "offlineThenResend",
                    new ScenarioPromise(
                            "The connection is lost while a car charges; the reading and the stop are sent afterwards, with their own times.",
                            session(
                                    "Local",
                                    ExpectedEvent.of(CHARGER_DISCONNECTED, "reason", "closed"),
                                    ExpectedEvent.of(CHARGER_CONNECTED),
                                    ExpectedEvent.of(CHARGER_BOOT),
                                    updated()))),
            Map.entry(
                    "repeatedStart",
                    new ScenarioPromise(
                            "StartTransaction is sent twice: there is one event, and one transaction.",
                            session("Local"))),
            Map.entry(
                    "orphanedStop",
                    new ScenarioPromise(
                            "StopTransaction of a transaction that nobody knows: it is listed as orphaned, and there is no event.",
                            List.of())),
            Map.entry(
                    "replacedConnection",
                    new ScenarioPromise(
                            "The charger connects again while its former connection is open, which is then closed.",
                            List.of(
                                    ExpectedEvent.of(CHARGER_DISCONNECTED, "reason", "replaced"),
                                    ExpectedEvent.of(CHARGER_CONNECTED),
                                    ExpectedEvent.of(CHARGER_BOOT)))),
            Map.entry(
                    "wrongClock",
                    new ScenarioPromise(
                            "The charger's clock is ten days behind: its events carry the time of receipt.",
                            session("Local", updated()))));

    public static ScenarioPromise of(Scenario scenario) {
        return Objects.requireNonNull(ALL.get(scenario.name()));
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
        return ExpectedEvent.of(TRANSACTION_STARTED, "idTag", Scenarios.TAG);
    }

    private static ExpectedEvent updated() {
        return ExpectedEvent.of(TRANSACTION_UPDATED);
    }

    private static ExpectedEvent stopped(String reason) {
        return ExpectedEvent.of(TRANSACTION_STOPPED, "reason", reason);
    }
}
