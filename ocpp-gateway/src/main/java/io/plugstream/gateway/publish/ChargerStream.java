package io.plugstream.gateway.publish;

import io.plugstream.gateway.payload.Deviation;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ChargerNotification;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The events of one connection, numbered from 1. The first is always {@code charger.connected}; nothing else is
 * published until Kafka has acknowledged it. Not thread-safe.
 */
public final class ChargerStream {

    private final ChargerEvents events;
    private final Claim claim;
    private final Clock clock;
    private final Supplier<UUID> eventIds;
    private final ChargerId charger;
    private final Mode mode;
    private final UUID connectionId;
    private final String protocol;
    private final ClockCheck clockCheck;
    private final OddityMetrics metrics;

    /** Number of tolerated messages by kind, which all later records contain. */
    private final Map<String, Integer> deviations = new TreeMap<>();

    private final EventRecord opening;

    private long sequence;
    private boolean announced;

    public ChargerStream(
            ChargerEvents events,
            Claim claim,
            Clock clock,
            Supplier<UUID> eventIds,
            ChargerId charger,
            Mode mode,
            UUID connectionId,
            String protocol,
            OddityMetrics metrics) {
        this.events = events;
        this.claim = claim;
        this.clock = clock;
        this.eventIds = eventIds;
        this.charger = charger;
        this.mode = mode;
        this.connectionId = connectionId;
        this.protocol = protocol;
        this.clockCheck = new ClockCheck(charger, metrics.times());
        this.metrics = metrics;
        Instant now = clock.instant();
        this.opening = record(eventIds.get(), new ChargerConnected(charger.chargeBoxId()), now, now, false);
    }

    /** The charger whose events these are. */
    public ChargerId charger() {
        return charger;
    }

    /** The connection's id, which is greater than every earlier one of this charger. */
    public UUID connectionId() {
        return connectionId;
    }

    public UUID newEventId() {
        return eventIds.get();
    }

    /** Counts a message that violated a rule of this kind and was tolerated. */
    public void deviated(Deviation kind) {
        metrics.deviation(kind);
        deviations.merge(kind.wireName(), 1, Integer::sum);
    }

    /** The gateway's time. */
    public Instant now() {
        return clock.instant();
    }

    /** Publishes {@code charger.connected}, unless that is done. */
    public void announce() throws NotAcknowledgedException {
        if (!announced) {
            claim.announce(opening);
            announced = true;
        }
    }

    /** Publishes {@code charger.disconnected}, if this connection has to. */
    public void end(String reason) throws NotAcknowledgedException {
        claim.end(reason);
    }

    /**
     * Publishes an event.
     *
     * @param occurredAt by the charger's clock; null if it gave no time
     */
    public void publish(ChargerEvent event, @Nullable Instant occurredAt) throws NotAcknowledgedException {
        Instant now = clock.instant();
        publish(List.of(record(eventIds.get(), event, occurredAt == null ? now : occurredAt, now, false)));
    }

    /** Stores a notification of the charger. */
    public void note(ChargerNotification notification, @Nullable Instant occurredAt) throws NotAcknowledgedException {
        note(notification, occurredAt, null);
    }

    /**
     * Stores a notification of the charger.
     *
     * @param part the part of a report that it contains; null if there is none
     */
    public void note(ChargerNotification notification, @Nullable Instant occurredAt, @Nullable ReportPart part)
            throws NotAcknowledgedException {
        announce();
        Instant now = clock.instant();
        NotificationRecord record = new NotificationRecord(
                eventIds.get(),
                charger.organisationId(),
                mode,
                charger.chargeBoxId(),
                occurredAt == null ? now : occurredAt,
                now,
                connectionId,
                ++sequence,
                protocol,
                notification);
        clockCheck.check(record.oddClock(), record.occurredAt(), record.receivedAt());
        events.note(charger, record, part);
    }

    /** Publishes {@code records} in this order. */
    public void publish(List<EventRecord> records) throws NotAcknowledgedException {
        announce();
        events.publish(charger, checked(records));
    }

    /** Returns {@code records} after a check of the charger's clock. */
    public List<EventRecord> checked(List<EventRecord> records) {
        records.forEach(record -> clockCheck.check(record.oddClock(), record.occurredAt(), record.receivedAt()));
        return records;
    }

    /** The next record of this connection. */
    public EventRecord record(UUID eventId, ChargerEvent event, Instant occurredAt, boolean recordOnly) {
        return record(eventId, event, occurredAt, clock.instant(), recordOnly);
    }

    /** The next record of this connection, received at that time. */
    public EventRecord record(
            UUID eventId, ChargerEvent event, Instant occurredAt, Instant receivedAt, boolean recordOnly) {
        return new EventRecord(
                eventId,
                charger.organisationId(),
                mode,
                charger.chargeBoxId(),
                occurredAt,
                receivedAt,
                connectionId,
                ++sequence,
                protocol,
                recordOnly,
                deviations,
                null,
                event);
    }
}
