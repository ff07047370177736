package io.plugstream.system.fault;

import io.plugstream.model.json.Timestamps;
import io.plugstream.system.Station;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** OCPP 2.0.1 messages. The station assigns the transaction id and numbers the events. */
final class Ocpp201Messages implements ChargerMessages {

    private static final Map<String, Integer> EVSE = Map.of("id", 1, "connectorId", 1);

    private final Station identity;
    private final Consumer<String> received;
    private @Nullable Station connection;
    private String transaction = "";
    private int events;

    /** @param received is told the data of each DataTransfer */
    Ocpp201Messages(Station identity, Consumer<String> received) {
        this.identity = identity;
        this.received = received;
    }

    @Override
    public void connect(int port) throws Exception {
        Station opened = identity.at(port);
        opened.onDataTransfer(received);
        connection = opened;
        opened.connect();
        opened.call(
                "BootNotification",
                Map.of("reason", "PowerUp", "chargingStation", Map.of("vendorName", "Acme", "model", "Load")));
    }

    @Override
    public boolean isConnected() {
        Station open = connection;
        return open != null && !open.closed().isDone();
    }

    @Override
    public void disconnect() {
        Station open = connection;
        connection = null;
        if (open != null) {
            open.disconnect();
        }
    }

    @Override
    public boolean learnsTransactionIds() {
        return false;
    }

    @Override
    public Callable<Integer> start(String idTag, long meter) {
        transaction = UUID.randomUUID().toString();
        events = 0;
        Map<String, Object> payload =
                event("Started", "Authorized", Map.of("transactionId", transaction, "chargingState", "Charging"));
        payload.put("idToken", Map.of("idToken", idTag, "type", "ISO14443"));
        payload.put("evse", EVSE);
        payload.put("meterValue", register(meter, "Transaction.Begin"));
        return sending("TransactionEvent", payload);
    }

    @Override
    public Callable<Integer> status(boolean charging, Instant at) {
        return sending(
                "StatusNotification",
                Map.of(
                        "timestamp",
                        Timestamps.format(at),
                        "connectorStatus",
                        charging ? "Occupied" : "Available",
                        "evseId",
                        1,
                        "connectorId",
                        1));
    }

    @Override
    public Callable<Integer> reading(int number, long meter) {
        Map<String, Object> payload = event("Updated", "MeterValuePeriodic", Map.of("transactionId", transaction));
        payload.put("meterValue", register(meter, "Sample.Periodic"));
        return sending("TransactionEvent", payload);
    }

    @Override
    public Callable<Integer> stop(int number, long meter) {
        Map<String, Object> payload =
                event("Ended", "StopAuthorized", Map.of("transactionId", transaction, "stoppedReason", "Local"));
        payload.put("meterValue", register(meter, "Transaction.End"));
        return sending("TransactionEvent", payload);
    }

    private Map<String, Object> event(String type, String trigger, Map<String, Object> info) {
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("eventType", type);
        payload.put("timestamp", Timestamps.format(Instant.now()));
        payload.put("triggerReason", trigger);
        payload.put("seqNo", events++);
        payload.put("transactionInfo", info);
        return payload;
    }

    private static List<Map<String, Object>> register(long meter, String context) {
        Map<String, Object> value = new HashMap<>();
        value.put("value", BigDecimal.valueOf(meter).movePointLeft(3));
        value.put("context", context);
        value.put("measurand", "Energy.Active.Import.Register");
        value.put("unitOfMeasure", Map.of("unit", "kWh"));
        return List.of(Map.of("timestamp", Timestamps.format(Instant.now()), "sampledValue", List.of(value)));
    }

    private Callable<Integer> sending(String action, Map<String, Object> payload) {
        return () -> {
            Station open = connection;
            if (open == null) {
                throw new IllegalStateException("not connected");
            }
            try {
                open.call(action, payload);
                return 0;
            } catch (Station.CallError e) {
                throw new Refused(String.valueOf(e.getMessage()));
            }
        };
    }
}
