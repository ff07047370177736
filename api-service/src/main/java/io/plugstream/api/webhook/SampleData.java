package io.plugstream.api.webhook;

import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventType;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** The data of sample events, with every field that such an event can have. */
final class SampleData {

    private static final String CHARGER = "PLUGSTREAM-SAMPLE";
    private static final int TRANSACTION = Integer.MAX_VALUE;
    private static final String TAG = "SAMPLE";

    private SampleData() {}

    static ChargerEvent of(EventType event, Instant now) {
        return switch (event) {
            case CHARGER_CONNECTED -> new ChargerConnected(CHARGER);
            case CHARGER_DISCONNECTED -> new ChargerDisconnected(CHARGER, "closed");
            case CHARGER_BOOT -> new ChargerBooted(CHARGER, "Plugstream", "Sample", "SAMPLE-1", "1.0.0");
            case CONNECTOR_STATUS_CHANGED ->
                new ConnectorStatusChanged(CHARGER, 1, "Faulted", "OtherError", "A sample fault", "SAMPLE-0");
            case TRANSACTION_STARTED -> new TransactionStarted(TRANSACTION, CHARGER, 1, TAG, 1_500);
            case TRANSACTION_UPDATED -> new TransactionUpdated(TRANSACTION, CHARGER, 1, List.of(reading(now)));
            case TRANSACTION_STOPPED ->
                new TransactionStopped(TRANSACTION, CHARGER, 1, TAG, 1_500L, 9_000, 7_500L, "Local");
        };
    }

    private static MeterValue reading(Instant now) {
        return new MeterValue(
                now, "Energy.Active.Import.Register", new BigDecimal("5250"), "Wh", "L1", "Outlet", "Sample.Periodic");
    }
}
