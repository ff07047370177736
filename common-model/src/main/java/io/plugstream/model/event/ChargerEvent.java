package io.plugstream.model.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;

/** Something that happened to a charger. Each record is, field for field, the {@code data} of its webhook. */
@JsonSubTypes({
    @JsonSubTypes.Type(value = ChargerConnected.class, name = "charger.connected"),
    @JsonSubTypes.Type(value = ChargerDisconnected.class, name = "charger.disconnected"),
    @JsonSubTypes.Type(value = ChargerBooted.class, name = "charger.boot"),
    @JsonSubTypes.Type(value = ConnectorStatusChanged.class, name = "connector.status_changed"),
    @JsonSubTypes.Type(value = TransactionStarted.class, name = "transaction.started"),
    @JsonSubTypes.Type(value = TransactionUpdated.class, name = "transaction.updated"),
    @JsonSubTypes.Type(value = TransactionStopped.class, name = "transaction.stopped")
})
public sealed interface ChargerEvent
        permits ChargerConnected,
                ChargerDisconnected,
                ChargerBooted,
                ConnectorStatusChanged,
                TransactionStarted,
                TransactionUpdated,
                TransactionStopped {

    /** The charger's id within its organisation. */
    String chargeBoxId();

    /** The event's name. */
    @JsonIgnore
    default EventType type() {
        return switch (this) {
            case ChargerConnected _ -> EventType.CHARGER_CONNECTED;
            case ChargerDisconnected _ -> EventType.CHARGER_DISCONNECTED;
            case ChargerBooted _ -> EventType.CHARGER_BOOT;
            case ConnectorStatusChanged _ -> EventType.CONNECTOR_STATUS_CHANGED;
            case TransactionStarted _ -> EventType.TRANSACTION_STARTED;
            case TransactionUpdated _ -> EventType.TRANSACTION_UPDATED;
            case TransactionStopped _ -> EventType.TRANSACTION_STOPPED;
        };
    }
}
