package io.plugstream.api.projection;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.organisation.Mode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A charger's events, one a second. Each {@link #connected()} begins a new connection. */
public final class Story {

    private final String organisationId;
    private final String chargeBoxId;
    private Instant now = Instant.parse("2026-01-31T09:00:00Z");
    /** A single generator, because only ids of the same generator are ordered within a millisecond. */
    private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();

    private UUID connectionId = IDS.generate();
    private long sequence;

    public Story(String organisationId, String chargeBoxId) {
        this.organisationId = organisationId;
        this.chargeBoxId = chargeBoxId;
    }

    public EventRecord connected() {
        connectionId = IDS.generate();
        sequence = 0;
        return event(new ChargerConnected(chargeBoxId), false);
    }

    public EventRecord disconnected() {
        return event(new ChargerDisconnected(chargeBoxId, "closed"), false);
    }

    public EventRecord booted(String firmware) {
        return event(new ChargerBooted(chargeBoxId, "Acme", "One", "S-1", firmware), false);
    }

    public EventRecord status(int connectorId, String status) {
        return event(new ConnectorStatusChanged(chargeBoxId, connectorId, status, "NoError", null, null), false);
    }

    public EventRecord started(int transactionId, long meterStart) {
        return event(new TransactionStarted(transactionId, chargeBoxId, 1, "TAG", meterStart), false);
    }

    public EventRecord metered(@Nullable Integer transactionId, String wattHours) {
        return metered(transactionId, wattHours, now);
    }

    /** A reading that the charger dates {@code sampledAt}. */
    public EventRecord metered(@Nullable Integer transactionId, String wattHours, Instant sampledAt) {
        MeterValue value = new MeterValue(
                sampledAt,
                "Energy.Active.Import.Register",
                new BigDecimal(wattHours),
                "Wh",
                null,
                "Outlet",
                "Sample.Periodic");
        return metered(transactionId, List.of(value));
    }

    public EventRecord metered(@Nullable Integer transactionId, List<MeterValue> values) {
        return event(new TransactionUpdated(transactionId, chargeBoxId, 1, values), transactionId == null);
    }

    public EventRecord stopped(int transactionId, long meterStart, long meterStop) {
        return event(
                new TransactionStopped(
                        transactionId, chargeBoxId, 1, "TAG", meterStart, meterStop, meterStop - meterStart, "Local"),
                false);
    }

    public EventRecord stoppedWithoutStart(int transactionId, long meterStop) {
        return event(
                new TransactionStopped(transactionId, chargeBoxId, null, null, null, meterStop, null, "PowerLoss"),
                true);
    }

    /** The event with deviations of its connection. */
    public static EventRecord deviating(EventRecord event, Map<String, Integer> deviations) {
        return new EventRecord(
                event.eventId(),
                event.organisationId(),
                event.mode(),
                event.chargeBoxId(),
                event.occurredAt(),
                event.receivedAt(),
                event.connectionId(),
                event.sequence(),
                event.protocol(),
                event.recordOnly(),
                deviations,
                null,
                event.data());
    }

    public EventRecord event(ChargerEvent data, boolean recordOnly) {
        now = now.plusSeconds(1);
        sequence++;
        return new EventRecord(
                IDS.generate(),
                organisationId,
                Mode.LIVE,
                chargeBoxId,
                now,
                now,
                connectionId,
                sequence,
                "ocpp1.6",
                recordOnly,
                data);
    }
}
