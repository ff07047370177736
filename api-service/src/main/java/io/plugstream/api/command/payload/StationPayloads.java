package io.plugstream.api.command.payload;

import static io.plugstream.api.command.payload.Member.optional;
import static io.plugstream.api.command.payload.Member.required;

import io.plugstream.api.http.Fault;
import io.plugstream.model.command.CommandAction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The payloads of OCPP 2.0.1 actions (part 2, sections 1 and 2). They have no {@code requestId}, because the platform
 * assigns it, and name transactions by the API's numbers.
 */
public final class StationPayloads {

    private static final String WORDING = "ocpp2.0.1";

    /** Vendor extensions, allowed in any object (part 2, 2.2). */
    private static final Member CUSTOM_DATA =
            optional("customData", Shapes.objectWith(required("vendorId", Shapes.text(255))));

    private static final Map<CommandAction, Shape> SHAPES =
            new ShapeFile("ocpp2.0.1.json", StationPayloads::object).actions("actions");

    static {
        SHAPES.computeIfPresent(
                CommandAction.CLEAR_CHARGING_PROFILE, (_, shape) -> shape.and(StationPayloads::isNotEmpty));
        SHAPES.computeIfPresent(
                CommandAction.TRIGGER_MESSAGE, (_, shape) -> shape.and(StationPayloads::namesConnector));
    }

    /** Actions whose report arrives later, in parts. */
    private static final Set<CommandAction> REPORTING = Set.of(
            CommandAction.CUSTOMER_INFORMATION,
            CommandAction.GET_BASE_REPORT,
            CommandAction.GET_CHARGING_PROFILES,
            CommandAction.GET_DIAGNOSTICS,
            CommandAction.GET_DISPLAY_MESSAGES,
            CommandAction.GET_LOG,
            CommandAction.GET_MONITORING_REPORT,
            CommandAction.GET_REPORT,
            CommandAction.UPDATE_FIRMWARE);

    private StationPayloads() {}

    /** Every fault of {@code payload} as an OCPP 2.0.1 payload; empty if OCPP 2.0.1 has no such action. */
    public static Optional<List<Fault>> faults(CommandAction action, ObjectNode payload, String path) {
        return Optional.ofNullable(SHAPES.get(action)).map(known -> known.faults(payload, path));
    }

    /** All actions with their payloads; actions that OCPP 1.6 lacks come first. */
    public static List<DescribedAction> described() {
        Predicate<DescribedAction> isShared =
                described -> CommandAction.ofEveryVersion().contains(described.action());
        List<DescribedAction> all = SHAPES.entrySet().stream()
                .map(entry -> new DescribedAction(
                        entry.getKey(), WORDING, entry.getValue().schema()))
                .toList();
        return Stream.concat(
                        all.stream().filter(isShared.negate()), all.stream().filter(isShared))
                .toList();
    }

    /** Whether a station later sends a report for such a command. */
    public static boolean isReported(CommandAction action, JsonNode payload) {
        return REPORTING.contains(action)
                || (action == CommandAction.GET_CONFIGURATION
                        && payload.path("key").isEmpty());
    }

    /** Every object of OCPP 2.0.1 may have {@code customData}. */
    private static Shape object(Member... members) {
        return Shapes.object(
                Stream.concat(Stream.of(members), Stream.of(CUSTOM_DATA)).toArray(Member[]::new));
    }

    private static void isNotEmpty(JsonNode payload, String path, List<Fault> faults) {
        if (!payload.has("chargingProfileId") && !payload.has("chargingProfileCriteria")) {
            faults.add(new Fault(path, "must name chargingProfileId or chargingProfileCriteria"));
        }
    }

    /** A status belongs to one connector. */
    private static void namesConnector(JsonNode payload, String path, List<Fault> faults) {
        boolean isStatus = payload.path("requestedMessage").asString("").equals("StatusNotification");
        if (isStatus && !payload.path("evse").has("connectorId")) {
            faults.add(new Fault(path + ".evse", "must name a connector for a StatusNotification"));
        }
    }
}
