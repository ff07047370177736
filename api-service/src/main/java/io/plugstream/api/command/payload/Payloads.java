package io.plugstream.api.command.payload;

import io.plugstream.api.http.Fault;
import io.plugstream.model.command.CommandAction;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The payloads of OCPP 1.6 actions (section 6, and the types of section 7). */
public final class Payloads {

    private static final String WORDING = "ocpp1.6";
    private static final ShapeFile FILE = new ShapeFile("ocpp1.6.json", Shapes::object);
    private static final Map<CommandAction, Shape> SHAPES = FILE.actions("actions");

    /** The same for OCPP 2 stations, with some differences. */
    private static final Map<CommandAction, Shape> SHAPES_FOR_STATIONS = shapesForStations();

    private Payloads() {}

    /** Every fault of {@code payload} as a payload of {@code action}; field names start with {@code path}. */
    public static List<Fault> faults(CommandAction action, ObjectNode payload, String path) {
        return shape(action).faults(payload, path);
    }

    /** The same for an OCPP 2 station, for which the payload is translated. */
    public static List<Fault> faultsForStation(CommandAction action, ObjectNode payload, String path) {
        return shapeForStation(action).faults(payload, path);
    }

    public static List<DescribedAction> described() {
        return described(Payloads::shape);
    }

    /** The same for an OCPP 2 station. */
    public static List<DescribedAction> describedForStation() {
        return described(Payloads::shapeForStation);
    }

    private static List<DescribedAction> described(Function<CommandAction, Shape> shape) {
        return CommandAction.ofEveryVersion().stream()
                .map(action ->
                        new DescribedAction(action, WORDING, shape.apply(action).schema()))
                .toList();
    }

    private static Map<CommandAction, Shape> shapesForStations() {
        Map<CommandAction, Shape> shapes = new EnumMap<>(SHAPES);
        shapes.putAll(FILE.actions("stationActions"));
        Map.<CommandAction, Shape.Rule>of(
                        CommandAction.CLEAR_CHARGING_PROFILE, Payloads::isNotEmpty,
                        CommandAction.TRIGGER_MESSAGE, Payloads::namesConnector,
                        CommandAction.SET_CHARGING_PROFILE, Payloads::namesTransaction)
                .forEach((action, rule) -> shapes.computeIfPresent(action, (_, shape) -> shape.and(rule)));
        return shapes;
    }

    private static Shape shapeForStation(CommandAction action) {
        return Objects.requireNonNull(SHAPES_FOR_STATIONS.get(action));
    }

    private static Shape shape(CommandAction action) {
        return Objects.requireNonNull(SHAPES.get(action));
    }

    /** OCPP 2 requires at least one criterion. */
    private static void isNotEmpty(JsonNode payload, String path, List<Fault> faults) {
        if (payload.isEmpty()) {
            faults.add(
                    new Fault(path, "must name at least one of id, connectorId, chargingProfilePurpose, stackLevel"));
        }
    }

    /** In OCPP 2 a status belongs to one connector. */
    private static void namesConnector(JsonNode payload, String path, List<Fault> faults) {
        boolean isStatus = payload.path("requestedMessage").asString("").equals("StatusNotification");
        if (isStatus && !payload.has("connectorId")) {
            faults.add(new Fault(path + ".connectorId", "must name a connector at a charger of OCPP 2.0.1"));
        }
    }

    /** In OCPP 2 a TxProfile belongs to one transaction (K01.FR.03). */
    private static void namesTransaction(JsonNode payload, String path, List<Fault> faults) {
        JsonNode profile = payload.path("csChargingProfiles");
        if (profile.path("chargingProfilePurpose").asString("").equals("TxProfile") && !profile.has("transactionId")) {
            faults.add(new Fault(
                    path + ".csChargingProfiles.transactionId",
                    "is required for a TxProfile at a charger of OCPP 2.0.1"));
        }
    }
}
