package io.plugstream.simulator.ocpp16;

import io.plugstream.model.json.Timestamps;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.ConnectorStatus;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.charger.StopReason;
import io.plugstream.simulator.protocol.Protocol.Call;
import io.plugstream.simulator.protocol.Sample;
import io.plugstream.simulator.protocol.Spelling;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes a charger's CALLs to its central system (OCPP 1.6, section 4). */
final class ChargerCalls {

    private static final int LONGEST_SERIAL = 25;

    private ChargerCalls() {}

    static Call of(Message message, ChargerState state) {
        return switch (message) {
            case Message.Booted(var model) ->
                new Call(
                        "BootNotification",
                        Map.of(
                                "chargePointVendor", model.vendor(),
                                "chargePointModel", model.model(),
                                "chargePointSerialNumber", model.serialNumber(LONGEST_SERIAL),
                                "firmwareVersion", model.firmwareVersion()));
            case Message.Heartbeat _ -> new Call("Heartbeat", Map.of());
            case Message.StatusChanged status ->
                new Call(
                        "StatusNotification",
                        Map.of(
                                "connectorId", status.connectorId(),
                                "errorCode", Objects.requireNonNullElse(status.errorCode(), "NoError"),
                                "status", spelled(status.status()),
                                "timestamp", Timestamps.format(status.at())));
            case Message.Identified(var _, var idTag) -> new Call("Authorize", Map.of("idTag", idTag));
            case Message.ChargingStarted start -> new Call("StartTransaction", started(start));
            case Message.MeterRead read -> new Call("MeterValues", read(read, state));
            case Message.ChargingStopped stop ->
                stop(transaction(stop.session(), state), stop.idTag(), stop.meterStop(), stop.at(), stop.reason());
            case Message.UnknownStopped(var transaction, var idTag, var meterStop, var at) ->
                stop(transaction, idTag, meterStop, at, StopReason.LOCAL);
            case Message.FirmwareStatus(var progress, var _) ->
                new Call("FirmwareStatusNotification", Map.of("status", spelled(progress)));
            case Message.DiagnosticsStatus(var progress, var _) ->
                new Call("DiagnosticsStatusNotification", Map.of("status", spelled(progress)));
            case Message.ChargingChanged _,
                    Message.ConfigurationReported _,
                    Message.MonitorsReported _,
                    Message.DisplayReported _,
                    Message.ProfilesReported _,
                    Message.CustomerReported _,
                    Message.ReservationEnded _ ->
                throw new IllegalArgumentException("OCPP 1.6 has no message for " + message);
        };
    }

    private static Map<String, ?> started(Message.ChargingStarted start) {
        var payload = new LinkedHashMap<String, Object>();
        payload.put("connectorId", start.connectorId());
        payload.put("idTag", start.idTag());
        payload.put("meterStart", start.meterStart());
        payload.put("timestamp", Timestamps.format(start.at()));
        Spelling.put(payload, "reservationId", start.reservationId());
        return payload;
    }

    private static Call stop(int transaction, String idTag, long meterStop, Instant at, StopReason reason) {
        return new Call(
                "StopTransaction",
                Map.of(
                        "transactionId", transaction,
                        "idTag", idTag,
                        "meterStop", meterStop,
                        "timestamp", Timestamps.format(at),
                        "reason", spelled(reason)));
    }

    private static Map<String, ?> read(Message.MeterRead read, ChargerState state) {
        var payload = new LinkedHashMap<String, Object>();
        payload.put("connectorId", read.connectorId());
        if (read.session() != null) {
            payload.put("transactionId", transaction(read.session(), state));
        }
        var context = read.triggered() ? "Trigger" : "Sample.Periodic";
        payload.put(
                "meterValue",
                List.of(Map.of(
                        "timestamp", Timestamps.format(read.at()),
                        "sampledValue",
                                read.measurands().stream()
                                        .map(measurand -> sample(Sample.of(measurand, read.reading()), context))
                                        .toList())));
        return payload;
    }

    private static Map<String, ?> sample(Sample sample, String context) {
        return Map.of(
                "value", sample.value().toPlainString(),
                "context", context,
                "measurand", sample.measurand(),
                "unit", sample.unit());
    }

    /** The start is always answered before other messages of its transaction are sent. */
    private static int transaction(UUID session, ChargerState state) {
        return Objects.requireNonNull(state.transaction(session), "The session's transaction id is unknown");
    }

    static String spelled(ConnectorStatus status) {
        return switch (status) {
            case SUSPENDED_EV -> "SuspendedEV";
            case SUSPENDED_EVSE -> "SuspendedEVSE";
            default -> Spelling.of(status);
        };
    }

    private static String spelled(StopReason reason) {
        return reason == StopReason.EV_DISCONNECTED ? "EVDisconnected" : Spelling.of(reason);
    }

    private static String spelled(Message.@Nullable Progress progress) {
        return progress == null ? "Idle" : Spelling.of(progress);
    }
}
