package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ChargerNotification;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The events of one connection, numbered from 1. The first is always {@code charger.connected}: as long as Kafka has not
 * acknowledged that, nothing else is published. Not safe for use by several threads at once.
 */
public final class ChargerStream {

    private final DurableLog log;
    private final Clock clock;
    private final Supplier<UUID> eventIds;
    private final ChargerId charger;
    private final Mode mode;
    private final UUID connectionId;
    private final String protocol;
    private final OddClock oddClock;
    private final EventRecord opening;

    private long sequence;
    private boolean announced;

    ChargerStream(
            DurableLog log,
            Clock clock,
            Supplier<UUID> eventIds,
            ChargerId charger,
            Mode mode,
            UUID connectionId,
            String protocol,
            OddClock oddClock) {
        this.log = log;
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

    /** Our time. */
    public Instant now() {
        return clock.instant();
    }

    /** Publishes {@code charger.connected}, if that was not done yet. */
    public void announce() throws NotAcknowledgedException {
        if (!announced) {
            log.await(send(opening));
            announced = true;
        }
    }

    /** Whether anybody was told of this connection. */
    public boolean isAnnounced() {
        return announced;
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
        log.append(Topics.CHARGER_NOTIFICATIONS, charger, record);
    }

    /** Publishes {@code records} in this order. */
    public void publish(List<EventRecord> records) throws NotAcknowledgedException {
        announce();
        List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>(records.size());
        for (EventRecord record : records) {
            sent.add(send(record));
        }
        for (CompletableFuture<RecordMetadata> one : sent) {
            log.await(one);
        }
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
                event);
    }

    private CompletableFuture<RecordMetadata> send(EventRecord record) {
        oddClock.check(record.oddClock(), record.occurredAt(), record.receivedAt());
        return log.send(Topics.of(record.data()), charger, record);
    }
}
