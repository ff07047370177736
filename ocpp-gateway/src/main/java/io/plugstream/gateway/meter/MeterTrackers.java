package io.plugstream.gateway.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.CurrentTables;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.EventSearch;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.SeenReadings;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Opens the meter tracker of a new connection and gives it access to Kafka. */
@Component
public class MeterTrackers implements ReadingLog {

    private static final Logger logger = LoggerFactory.getLogger(MeterTrackers.class);

    private static final SeenReadings NONE = new SeenReadings(List.of());

    private final TopicTable<ChargerId, SeenReadings> table;
    private final CurrentTables current;
    private final DurableLog log;
    private final EventSearch search;
    private final Histories histories = new Histories();
    private final Counter unstored;
    private final Counter undecided;

    MeterTrackers(
            TopicTable<ChargerId, SeenReadings> table,
            CurrentTables current,
            DurableLog log,
            EventSearch search,
            MeterRegistry meters) {
        this.table = table;
        this.current = current;
        this.log = log;
        this.search = search;
        this.unstored = Counter.builder("plugstream.gateway.readings.unremembered")
                .description("Messages with meter readings that were published but not stored in their table")
                .register(meters);
        this.undecided = Counter.builder("plugstream.gateway.readings.undecided")
                .description("Searches for old meter readings that failed, so that the readings were published")
                .register(meters);
    }

    /** The tracker of the charger that {@code stream} belongs to. */
    public MeterTracker open(ChargerStream stream) {
        return new MeterTracker(this, histories, stream);
    }

    @Override
    public SeenReadings load(ChargerId charger) throws NotAcknowledgedException {
        return current.get(Topics.SEEN_READINGS, table, charger).orElse(NONE);
    }

    @Override
    public void remember(ChargerId charger, SeenReadings seen) {
        var _ = log.send(Topics.SEEN_READINGS, charger, seen).whenComplete((_, failure) -> {
            if (failure != null) {
                unstored.increment();
                logger.atWarn()
                        .addKeyValue("charger", charger)
                        .log("Meter readings could not be stored: {}", failure.toString());
            }
        });
    }

    /** Passes all of a transaction's readings in the log to {@code each}, however long it takes. */
    void read(ChargerId charger, int transactionId, Instant since, Consumer<NormalisedValues> each)
            throws NotAcknowledgedException {
        search.read(Topics.TRANSACTION_EVENTS, charger, since, event -> {
            each.accept(readings(event, transactionId));
            return false;
        });
    }

    @Override
    public Optional<Set<ReadingFingerprint>> published(ChargerId charger, int transactionId, Instant since) {
        Set<ReadingFingerprint> readings = new HashSet<>();
        try {
            search.readGivingWay(Topics.TRANSACTION_EVENTS, charger, since, event -> {
                ReadingFingerprint.of(readings(event, transactionId)).forEach(readings::add);
                return readings.size() > MOST;
            });
        } catch (NotAcknowledgedException e) {
            return undecided(charger, e.getMessage());
        }
        return readings.size() > MOST ? undecided(charger, "there are too many") : Optional.of(readings);
    }

    private Optional<Set<ReadingFingerprint>> undecided(ChargerId charger, @Nullable String why) {
        undecided.increment();
        logger.atWarn().addKeyValue("charger", charger).log("Old meter readings are published unchecked: {}", why);
        return Optional.empty();
    }

    private static NormalisedValues readings(EventRecord event, int transactionId) {
        return event.data() instanceof TransactionUpdated updated
                        && Objects.equals(updated.transactionId(), transactionId)
                ? new NormalisedValues(updated.meterValues(), updated.rawValues())
                : NormalisedValues.NONE;
    }
}
