package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The fields of a transaction in its start or stop event. */
record TransactionRow(
        String organisationId,
        String chargeBoxId,
        Mode mode,
        int transactionId,
        @Nullable Integer connectorId,
        @Nullable String idTag,
        @Nullable Long meterStart,
        @Nullable Long meterStop,
        @Nullable Long energyWh,
        @Nullable String reason,
        @Nullable String stationTransactionId,
        @Nullable Integer remoteStartId,
        Instant at,
        Instant receivedAt,
        UUID eventId) {

    static TransactionRow started(EventRecord event) {
        TransactionStarted start = (TransactionStarted) event.data();
        return new TransactionRow(
                event.organisationId(),
                event.chargeBoxId(),
                event.mode(),
                start.transactionId(),
                start.connectorId(),
                start.idTag(),
                start.meterStart(),
                null,
                null,
                null,
                event.station() == null ? null : event.station().transactionId(),
                event.station() == null ? null : event.station().remoteStartId(),
                event.timestamp(),
                event.receivedAt(),
                event.eventId());
    }

    static TransactionRow stopped(EventRecord event) {
        TransactionStopped stop = (TransactionStopped) event.data();
        return new TransactionRow(
                event.organisationId(),
                event.chargeBoxId(),
                event.mode(),
                stop.transactionId(),
                stop.connectorId(),
                stop.idTag(),
                stop.meterStart(),
                stop.meterStop(),
                stop.energyWh(),
                stop.reason(),
                event.station() == null ? null : event.station().transactionId(),
                event.station() == null ? null : event.station().remoteStartId(),
                event.timestamp(),
                event.receivedAt(),
                event.eventId());
    }

    /** Whether it is a station's end without its begin. If the begin follows, so does the whole stop. */
    boolean isOrphanOfStation() {
        return meterStart == null && stationTransactionId != null;
    }

    TransactionKey key() {
        return new TransactionKey(organisationId, chargeBoxId, transactionId);
    }
}
