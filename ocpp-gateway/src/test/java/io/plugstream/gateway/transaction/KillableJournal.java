package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import io.plugstream.model.transaction.StationTransaction.Registers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Kafka and all gateways: durable state remains, and a gateway may be killed before or after each step. */
final class KillableJournal implements StationJournal {

    /** An event, identified by name. */
    record PublishedEvent(String name, int transactionId) {}

    private final Random random;
    final List<PublishedEvent> events = new ArrayList<>();
    final List<MeterValue> updates = new ArrayList<>();
    final Set<MeterValue> recorded = new HashSet<>();
    final List<Deviation> deviations = new ArrayList<>();
    private final Set<UUID> published = new HashSet<>();
    private KnownTransactions known = KnownTransactions.NONE;
    Instant now = StationTrackerTest.NOON.plus(Duration.ofMinutes(1));
    boolean kills = true;
    private int ids;
    int notes;
    int searches;

    /** The latest register that was received. */
    long latest;

    long meterStart;
    long meterStop;
    long latestAtStop;

    KillableJournal(Random random) {
        this.random = random;
    }

    boolean isStopNoted() {
        return known.entries().stream().anyMatch(entry -> entry.stop() != null);
    }

    private void maybeKilled() throws NotAcknowledgedException {
        if (kills && random.nextInt(12) == 0) {
            throw new NotAcknowledgedException("killed");
        }
    }

    private boolean isOvertaken() {
        return random.nextInt(20) == 0;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public KnownTransactions known() {
        return known;
    }

    @Override
    public Registers registers(StationTransaction station) throws NotAcknowledgedException {
        maybeKilled();
        searches++;
        return StationRegisters.with(station.registers(), new NormalisedValues(updates, List.of()), null);
    }

    @Override
    public int newTransactionId() throws NotAcknowledgedException {
        maybeKilled();
        return ++ids;
    }

    @Override
    public boolean note(StationTransaction station) throws NotAcknowledgedException {
        maybeKilled();
        if (isOvertaken()) {
            return false;
        }
        known = known.with(station, now);
        notes++;
        maybeKilled();
        return true;
    }

    private Optional<Entry> entry(StationTransaction station) {
        return known.withId(station.transactionId());
    }

    private boolean publishOnce(String name, int transactionId, UUID eventId) throws NotAcknowledgedException {
        maybeKilled();
        if (published.add(eventId)) {
            events.add(new PublishedEvent(name, transactionId));
        }
        maybeKilled();
        return true;
    }

    @Override
    public boolean start(StationTransaction station, Instant at) throws NotAcknowledgedException {
        if (entry(station).isEmpty()) {
            if (isOvertaken()) {
                return false;
            }
            Entry entry = new Entry(
                    station.transactionId(),
                    Objects.requireNonNullElse(station.evseId(), 0),
                    Objects.requireNonNullElse(station.idToken(), ""),
                    StationPublication.meterStartAtPublication(station),
                    at,
                    new UUID(random.nextLong(), 1),
                    now,
                    null,
                    null);
            known = known.with(entry, now);
        }
        return publishOnce(
                "started", station.transactionId(), entry(station).orElseThrow().startEventId());
    }

    @Override
    public void publish(MeterReadings readings, StationTransaction station, Entry transaction)
            throws NotAcknowledgedException {
        maybeKilled();
        List<MeterValue> unseen = readings.values().numbers().stream()
                .filter(value -> !updates.contains(value))
                .toList();
        if (!unseen.isEmpty()) {
            updates.addAll(unseen);
            events.add(new PublishedEvent("updated", transaction.transactionId()));
        }
        maybeKilled();
    }

    @Override
    public void record(MeterReadings readings) throws NotAcknowledgedException {
        maybeKilled();
        recorded.addAll(readings.values().numbers());
        maybeKilled();
    }

    @Override
    public boolean stop(StationTransaction station, End end, NormalisedValues values) throws NotAcknowledgedException {
        Entry entry = entry(station).orElseThrow();
        if (entry.stop() == null) {
            if (isOvertaken()) {
                return false;
            }
            known = known.with(entry.stopped(new Stop(now, new UUID(random.nextLong(), 2), null)), now);
            meterStart = StationPublication.meterStart(station);
            meterStop = StationPublication.meterStop(station);
            latestAtStop = latest;
        }
        maybeKilled();
        recorded.addAll(values.numbers());
        return publishOnce("stopped", station.transactionId(), stopOf(station).stopEventId());
    }

    private Stop stopOf(StationTransaction station) {
        return Objects.requireNonNull(entry(station).map(Entry::stop).orElse(null));
    }

    @Override
    public void deviated(Deviation kind) {
        deviations.add(kind);
    }

    @Override
    public boolean orphan(StationTransaction station, End end) throws NotAcknowledgedException {
        return publishOnce("orphaned", station.transactionId(), new UUID(3, station.transactionId()));
    }
}
