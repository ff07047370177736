package io.plugstream.simulator.ocpp2;

import io.plugstream.model.json.Timestamps;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ConnectorStatus;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.charger.StopReason;
import io.plugstream.simulator.protocol.Protocol.Call;
import io.plugstream.simulator.protocol.Sample;
import io.plugstream.simulator.protocol.Spelling;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes a station's CALLs to its central system (OCPP 2.0.1, part 2, section 1). */
final class ChargerCalls {

    private static final int LONGEST_SERIAL = 25;
    private static final int STATION = 0;
    private static final int ONLY_CONNECTOR = 1;
    private static final String ENERGY = "Energy.Active.Import.Register";

    private ChargerCalls() {}

    static Call of(Message message) {
        return switch (message) {
            case Message.Booted(var model) -> booted(model);
            case Message.Heartbeat _ -> new Call("Heartbeat", Map.of());
            case Message.StatusChanged status -> status.connectorId() == STATION ? station(status) : status(status);
            case Message.Identified(var _, var idTag) -> new Call("Authorize", Map.of("idToken", token(idTag)));
            case Message.ChargingStarted start -> started(start);
            case Message.ChargingChanged change -> changed(change);
            case Message.MeterRead read -> read.session() == null ? metered(read) : updated(read);
            case Message.ChargingStopped stop -> stopped(stop);
            case Message.UnknownStopped stop -> unknown(stop);
            case Message.FirmwareStatus(var progress, var requestId) ->
                progress("FirmwareStatusNotification", progress, requestId);
            case Message.DiagnosticsStatus(var progress, var requestId) ->
                progress("LogStatusNotification", progress, requestId);
            case Message.ConfigurationReported report -> report(report);
            case Message.MonitorsReported report -> Monitoring.reported(report);
            case Message.DisplayReported report -> Displays.reported(report);
            case Message.ProfilesReported report -> ProfileReport.of(report);
            case Message.CustomerReported report -> customer(report);
            case Message.ReservationEnded(var id, var expired) ->
                new Call(
                        "ReservationStatusUpdate",
                        Map.of("reservationId", id, "reservationUpdateStatus", expired ? "Expired" : "Removed"));
        };
    }

    private static Call booted(ChargerModel model) {
        return new Call(
                "BootNotification",
                Map.of(
                        "reason",
                        "PowerUp",
                        "chargingStation",
                        Map.of(
                                "vendorName", model.vendor(),
                                "model", model.model(),
                                "serialNumber", model.serialNumber(LONGEST_SERIAL),
                                "firmwareVersion", model.firmwareVersion())));
    }

    private static Call status(Message.StatusChanged status) {
        return new Call(
                "StatusNotification",
                Map.of(
                        "timestamp", Timestamps.format(status.at()),
                        "connectorStatus", Spelling.of(status.status()),
                        "evseId", status.connectorId(),
                        "connectorId", ONLY_CONNECTOR));
    }

    /** A station reports its own status only as a variable (OCPP 2.0.1, part 2, G01). */
    private static Call station(Message.StatusChanged status) {
        var at = Timestamps.format(status.at());
        return new Call(
                "NotifyEvent",
                Map.of(
                        "generatedAt",
                        at,
                        "seqNo",
                        0,
                        "eventData",
                        List.of(Map.of(
                                "eventId",
                                Objects.hash(at, status.status()) & Integer.MAX_VALUE,
                                "timestamp",
                                at,
                                "trigger",
                                "Delta",
                                "actualValue",
                                Spelling.of(status.status()),
                                "eventNotificationType",
                                "HardWiredNotification",
                                "component",
                                Map.of("name", "ChargingStation"),
                                "variable",
                                Map.of("name", "AvailabilityState")))));
    }

    private static Call started(Message.ChargingStarted start) {
        var info = info(start.session().toString(), ConnectorStatus.OCCUPIED);
        Spelling.put(info, "remoteStartId", start.remoteStartId());
        var trigger = start.remoteStartId() == null ? "Authorized" : "RemoteStart";
        var payload = event("Started", trigger, 0, start.at(), start.connectorId(), info);
        payload.put("idToken", token(start.idTag()));
        Spelling.put(payload, "reservationId", start.reservationId());
        payload.put("meterValue", register(start.at(), start.meterStart(), "Transaction.Begin"));
        return new Call("TransactionEvent", payload);
    }

    private static Call changed(Message.ChargingChanged change) {
        return new Call(
                "TransactionEvent",
                event(
                        "Updated",
                        "ChargingStateChanged",
                        change.number(),
                        change.at(),
                        change.connectorId(),
                        info(change.session().toString(), change.status())));
    }

    private static Call updated(Message.MeterRead read) {
        var payload = event(
                "Updated",
                read.triggered() ? "Trigger" : "MeterValuePeriodic",
                read.number(),
                read.at(),
                read.connectorId(),
                info(Objects.requireNonNull(read.session()).toString(), null));
        payload.put("meterValue", samples(read));
        return new Call("TransactionEvent", payload);
    }

    private static Call metered(Message.MeterRead read) {
        return new Call("MeterValues", Map.of("evseId", read.connectorId(), "meterValue", samples(read)));
    }

    private static Call stopped(Message.ChargingStopped stop) {
        var payload =
                ended(stop.session(), stop.number(), stop.connectorId(), stop.meterStop(), stop.at(), stop.reason());
        if (stop.reason() == StopReason.LOCAL) {
            payload.put("idToken", token(stop.idTag()));
        }
        return new Call("TransactionEvent", payload);
    }

    /** The id is new for each such message but the same whenever it is resent. */
    private static Call unknown(Message.UnknownStopped stop) {
        var transaction = new UUID(stop.transactionId(), stop.at().toEpochMilli());
        var payload = ended(transaction, 1, 1, stop.meterStop(), stop.at(), StopReason.LOCAL);
        payload.put("idToken", token(stop.idTag()));
        return new Call("TransactionEvent", payload);
    }

    private static Map<String, Object> ended(
            UUID transaction, int number, int evseId, long meterStop, Instant at, StopReason reason) {
        var info = info(transaction.toString(), null);
        info.put("stoppedReason", reason(reason));
        var payload = event("Ended", trigger(reason), number, at, evseId, info);
        payload.put("meterValue", register(at, meterStop, "Transaction.End"));
        return payload;
    }

    private static Map<String, Object> event(
            String type, String trigger, int number, Instant at, int evseId, Map<String, Object> info) {
        var payload = new LinkedHashMap<String, Object>();
        payload.put("eventType", type);
        payload.put("timestamp", Timestamps.format(at));
        payload.put("triggerReason", trigger);
        payload.put("seqNo", number);
        payload.put("transactionInfo", info);
        payload.put("evse", Map.of("id", evseId, "connectorId", ONLY_CONNECTOR));
        return payload;
    }

    /** @param status null omits the charging state */
    private static Map<String, Object> info(String transaction, @Nullable ConnectorStatus status) {
        var info = new LinkedHashMap<String, Object>();
        info.put("transactionId", transaction);
        if (status != null) {
            info.put("chargingState", state(status));
        }
        return info;
    }

    private static String state(ConnectorStatus status) {
        return switch (status) {
            case CHARGING -> "Charging";
            case SUSPENDED_EV -> "SuspendedEV";
            case SUSPENDED_EVSE -> "SuspendedEVSE";
            default -> "EVConnected";
        };
    }

    private static String reason(StopReason reason) {
        return switch (reason) {
            case LOCAL -> "Local";
            case REMOTE -> "Remote";
            case EV_DISCONNECTED -> "EVDisconnected";
            case SOFT_RESET, HARD_RESET -> "ImmediateReset";
            case REBOOT -> "Reboot";
            case DE_AUTHORIZED -> "DeAuthorized";
            case UNLOCK_COMMAND, OTHER -> "Other";
        };
    }

    private static String trigger(StopReason reason) {
        return switch (reason) {
            case LOCAL -> "StopAuthorized";
            case REMOTE -> "RemoteStop";
            case EV_DISCONNECTED -> "EVCommunicationLost";
            case UNLOCK_COMMAND -> "UnlockCommand";
            case SOFT_RESET, HARD_RESET -> "ResetCommand";
            case DE_AUTHORIZED -> "Deauthorized";
            case REBOOT, OTHER -> "AbnormalCondition";
        };
    }

    private static Call progress(String action, Message.@Nullable Progress progress, @Nullable Integer requestId) {
        var payload = new LinkedHashMap<String, Object>();
        payload.put("status", progress == null ? "Idle" : Spelling.of(progress));
        Spelling.put(payload, "requestId", requestId);
        return new Call(action, payload);
    }

    private static Call report(Message.ConfigurationReported report) {
        var data = report.entries().stream()
                .flatMap(entry -> Variable.reported(entry).stream())
                .toList();
        return part("NotifyReport", report.requestId(), report.at(), report.part(), "reportData", data);
    }

    private static Call customer(Message.CustomerReported report) {
        return part("NotifyCustomerInformation", report.requestId(), report.at(), report.part(), "data", report.text());
    }

    /** A part of a report, with {@code data} in the field {@code name}. */
    static Call part(String action, int requestId, Instant at, Message.Part part, String name, Object data) {
        return new Call(
                action,
                Map.of(
                        "requestId",
                        requestId,
                        "generatedAt",
                        Timestamps.format(at),
                        "seqNo",
                        part.number(),
                        "tbc",
                        !part.last(),
                        name,
                        data));
    }

    private static Map<String, String> token(String idTag) {
        return Map.of("idToken", idTag, "type", "ISO14443");
    }

    private static List<Map<String, Object>> samples(Message.MeterRead read) {
        var context = read.triggered() ? "Trigger" : "Sample.Periodic";
        return values(
                read.at(),
                read.measurands().stream()
                        .map(measurand -> sample(Sample.of(measurand, read.reading()), context))
                        .toList());
    }

    private static List<Map<String, Object>> register(Instant at, long energyWh, String context) {
        return values(at, List.of(sample(new Sample(ENERGY, BigDecimal.valueOf(energyWh), "Wh"), context)));
    }

    private static List<Map<String, Object>> values(Instant at, List<Map<String, Object>> samples) {
        return List.of(Map.of("timestamp", Timestamps.format(at), "sampledValue", samples));
    }

    private static Map<String, Object> sample(Sample sample, String context) {
        return Map.of(
                "value", sample.value(),
                "context", context,
                "measurand", sample.measurand(),
                "unitOfMeasure", Map.of("unit", sample.unit()));
    }
}
