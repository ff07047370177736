package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
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
 * The events of one connection, numbered from 1. The first is always {@code charger.connected}: as long as Kafka has not
 * acknowledged that, nothing else is published. Not safe for use by several threads at once.
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
    private final OddClock oddClock;

    /** Counts of tolerated messages by kind; the records from then on tell. */
    private final Map<String, Integer> deviations = new TreeMap<>();

    private final EventRecord opening;

    private long sequence;
    private boolean announced;
    private @Nullable EventRecord closing;

    ChargerStream(
            ChargerEvents events,
            Claim claim,
            Clock clock,
            Supplier<UUID> eventIds,
            ChargerId charger,
            Mode mode,
            UUID connectionId,
            String protocol,
            OddClock oddClock) {
        this.events = events;
        this.claim = claim;
        this.clock = clock;
        this.eventIds = eventIds;
        this.charger = charger;
        this.mode = mode;
        this.connectionId = connectionId;
        this.protocol = protocol;
        this.oddClock = oddClock;
        this.opening = record(eventIds.get(), new ChargerConnected(charger.chargeBoxId()), clock.instant(), false);
    }

    /** The charger whose events these are. */
    public ChargerId charger() {
        return charger;
    }

    /** The connection, which is greater than every earlier one of this charger. */
    public UUID connectionId() {
        return connectionId;
    }

    /** A new id for an event. */
    public UUID newEventId() {
        return eventIds.get();
    }

    /** Notes that a message broke a rule of this kind and was tolerated. */
    public void deviated(String kind) {
        deviations.merge(kind, 1, Integer::sum);
    }

    /** Our time. */
    public Instant now() {
        return clock.instant();
    }

    /** Publishes {@code charger.connected}, if that was not done yet. */
    public void announce() throws NotAcknowledgedException {
        if (!announced) {
            claim.announce(opening);
            announced = true;
        }
    }

    /** Publishes {@code charger.disconnected}, where this is for this connection to do. */
    public void end(String reason) throws NotAcknowledgedException {
        EventRecord last = closing;
        if (last == null) {
            ChargerDisconnected event = new ChargerDisconnected(charger.chargeBoxId(), reason);
            last = record(Farewell.eventId(connectionId), event, clock.instant(), false);
            closing = last;
        }
        claim.end(last);
    }

    /** Publishes an event that has its own time. */
    public void publish(ChargerEvent event, Instant occurredAt) throws NotAcknowledgedException {
        publish(List.of(record(eventIds.get(), event, occurredAt, false)));
    }

    /** Puts an event in the log that is not for webhooks. */
    public void recordOnly(ChargerEvent event, Instant occurredAt) throws NotAcknowledgedException {
        publish(List.of(record(eventIds.get(), event, occurredAt, true)));
    }

    /** Keeps what a charger reported besides events. */
    public void note(ChargerNotification notification, Instant occurredAt) throws NotAcknowledgedException {
        announce();
        NotificationRecord record = new NotificationRecord(
                eventIds.get(),
                charger.organisationId(),
                mode,
                charger.chargeBoxId(),
                occurredAt,
                clock.instant(),
                connectionId,
                ++sequence,
                protocol,
                notification);
        oddClock.check(record.oddClock(), record.occurredAt(), record.receivedAt());
        events.note(charger, record);
    }

    /** Publishes {@code records} in this order. */
    public void publish(List<EventRecord> records) throws NotAcknowledgedException {
        announce();
        records.forEach(record -> oddClock.check(record.oddClock(), record.occurredAt(), record.receivedAt()));
        events.publish(charger, records);
    }

    /** The next record of this connection. */
    public EventRecord record(UUID eventId, ChargerEvent event, Instant occurredAt, boolean recordOnly) {
        return new EventRecord(
                eventId,
                charger.organisationId(),
                mode,
                charger.chargeBoxId(),
                occurredAt,
                clock.instant(),
                connectionId,
                ++sequence,
                protocol,
                recordOnly,
                deviations,
                event);
    }
}
