package io.plugstream.gateway.publish;

import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One scan of a partition for all events that are searched for, from the first place where one may be. The end that
 * Kafka returns excludes records that some replicas have not confirmed yet. So if an event must not be missed, the scan
 * appends a record of its own. When that is acknowledged, all earlier records are too.
 */
final class Scan {

    private static final Logger logger = LoggerFactory.getLogger(Scan.class);

    /** Older than every connection, so that the mark concerns none. */
    private static final UUID NO_CONNECTION = new UUID(0x7000, Long.MIN_VALUE);

    private static final long TURNED = 1L << 60;

    private final PartitionReader reader;
    private final DurableLog log;
    private final Duration timeout;
    private final Clock clock;
    private final Serde<EventRecord> events;
    private final Map<UUID, List<SearchedEvent>> missing = new HashMap<>();

    Scan(PartitionReader reader, List<SearchedEvent> searched, DurableLog log, Duration timeout, Clock clock) {
        this.reader = reader;
        this.log = log;
        this.timeout = timeout;
        this.clock = clock;
        this.events = searched.getFirst().topic().values();
        for (SearchedEvent one : searched) {
            missing.computeIfAbsent(one.id(), _ -> new ArrayList<>()).add(one);
        }
    }

    void run() throws NotAcknowledgedException {
        Instant since = missing.values().stream()
                .flatMap(List::stream)
                .map(SearchedEvent::since)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        readTo(reader.seek(since));
        missing.values()
                .forEach(some ->
                        some.removeIf(one -> !one.certain() && one.found().complete(false)));
        missing.values().removeIf(List::isEmpty);
        if (!missing.isEmpty()) {
            readTo(appendMark(missing.values().iterator().next().getFirst()));
            missing.values().forEach(some -> some.forEach(one -> one.found().complete(false)));
        }
    }

    private void readTo(long end) throws NotAcknowledgedException {
        reader.readTo(end, missing::isEmpty, this::compare);
    }

    private void compare(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return;
        }
        try {
            EventRecord event = events.deserializer().deserialize(record.topic(), record.value());
            found(event.eventId());
            if (event.data() instanceof ChargerConnected) {
                found(event.connectionId());
            }
        } catch (SerializationException e) {
            logger.error("Record {} of {}-{} cannot be read", record.offset(), record.topic(), record.partition());
        }
    }

    private void found(UUID id) {
        List<SearchedEvent> found = missing.remove(id);
        if (found != null) {
            found.forEach(one -> one.found().complete(true));
        }
    }

    /** Appends a record without content, which is not delivered to anyone, and returns the offset after it. */
    private long appendMark(SearchedEvent searched) throws NotAcknowledgedException {
        try {
            return log.send(searched.topic(), searched.charger(), mark(searched))
                            .get(timeout.toMillis(), TimeUnit.MILLISECONDS)
                            .offset()
                    + 1;
        } catch (ExecutionException | TimeoutException e) {
            throw new NotAcknowledgedException("the end of " + reader + " is not certain", e);
        } catch (InterruptedException e) {
            throw NotAcknowledgedException.interrupted(e);
        }
    }

    private EventRecord mark(SearchedEvent searched) {
        UUID id = searched.id();
        String chargeBoxId = searched.charger().chargeBoxId();
        ChargerEvent nothing = searched.topic().equals(Topics.TRANSACTION_EVENTS)
                ? new TransactionUpdated(null, chargeBoxId, 0, List.of())
                : new ChargerDisconnected(chargeBoxId, "end of a search");
        Instant now = clock.instant();
        return new EventRecord(
                new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() ^ TURNED),
                searched.charger().organisationId(),
                Mode.LIVE,
                chargeBoxId,
                now,
                now,
                NO_CONNECTION,
                1,
                null,
                true,
                nothing);
    }
}
