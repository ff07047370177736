package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;

/** The events of chargers in the event topics. */
final class ChargerEventLog {

    static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final EventTopics events;

    ChargerEventLog(EventTopics events) {
        this.events = events;
    }

    void assertEverythingAcknowledgedExistsOnce(List<PersistentCharger> load, int kills) {
        List<EventRecord> records = events.read(Topics.TRANSACTION_EVENTS);
        assertThat(records).extracting(EventRecord::eventId).doesNotHaveDuplicates();
        int starts = 0;
        int repeated = 0;
        Set<Integer> ids = new HashSet<>();
        for (PersistentCharger charger : load) {
            Map<Integer, PersistentCharger.Acknowledged> started = new HashMap<>();
            Map<Integer, Integer> stopped = new HashMap<>();
            for (EventRecord record : records) {
                if (record.chargeBoxId().equals(charger.chargeBoxId())) {
                    assertThat(record.recordOnly()).as("%s", record).isFalse();
                    note(record, started, stopped);
                }
            }
            assertThat(started).isEqualTo(charger.starts());
            assertThat(stopped).isEqualTo(charger.stops());
            started.values()
                    .forEach(one -> assertThat(ids.add(one.transactionId())).isTrue());
            starts += started.size();
            repeated += charger.repeated();
        }
        assertThat(repeated).as("exchanges that a kill interrupted").isPositive();
        System.out.printf(
                "%d kills, %d chargers: %d transactions acknowledged, each once in the topic; %d exchanges repeated%n",
                kills, load.size(), starts, repeated);
    }

    private static void note(
            EventRecord record, Map<Integer, PersistentCharger.Acknowledged> started, Map<Integer, Integer> stopped) {
        switch (record.data()) {
            case TransactionStarted start ->
                assertThat(started.put(
                                Math.toIntExact(start.meterStart()),
                                new PersistentCharger.Acknowledged(start.transactionId(), start.idTag())))
                        .as("a second event for %s", start)
                        .isNull();
            case TransactionStopped stop ->
                assertThat(stopped.put(stop.transactionId(), Math.toIntExact(stop.meterStop())))
                        .as("a second event for %s", stop)
                        .isNull();
            default -> throw new AssertionError("no charger sent " + record);
        }
    }

    /** Every connection ends at most once, and never after a newer one has begun, in the topic and by the clock. */
    void assertConnectionEvents(String chargeBoxId) {
        Set<UUID> ended = new HashSet<>();
        Instant latest = Instant.EPOCH;
        UUID newest = new UUID(0, 0);
        for (EventRecord event : events.read(Topics.CHARGER_EVENTS, chargeBoxId)) {
            if (event.data() instanceof ChargerConnected) {
                assertThat(HeldConnection.compare(event.connectionId(), newest)).isPositive();
                newest = event.connectionId();
            } else if (event.data() instanceof ChargerDisconnected) {
                assertThat(HeldConnection.compare(event.connectionId(), newest))
                        .as("%s after a newer connection", event)
                        .isNotNegative();
                assertThat(ended.add(event.connectionId())).as("%s", event).isTrue();
            } else {
                continue;
            }
            assertThat(event.occurredAt()).as("%s", event).isAfterOrEqualTo(latest);
            latest = event.occurredAt();
        }
    }

    void awaitEvents(String chargeBoxId, Class<?> type, int count) {
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> events.read(Topics.CHARGER_EVENTS, chargeBoxId).stream()
                                .filter(event -> type.isInstance(event.data()))
                                .count()
                        >= count);
    }

    List<String> reasons(String chargeBoxId) {
        return events.read(Topics.CHARGER_EVENTS, chargeBoxId).stream()
                .map(EventRecord::data)
                .filter(ChargerDisconnected.class::isInstance)
                .map(data -> ((ChargerDisconnected) data).reason())
                .toList();
    }
}
