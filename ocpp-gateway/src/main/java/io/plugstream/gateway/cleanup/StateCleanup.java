package io.plugstream.gateway.cleanup;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.RepeatingWork;
import io.plugstream.base.kafka.DeletedKeys;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.transaction.OldTransactions;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.SeenReadings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes tombstones for the stored state of deleted chargers, and for meter readings whose transactions stopped a day
 * ago. Lets old transactions be forgotten (ADR 51). Keeps the state of chargers whose registrations Kafka may have lost
 * (ADR 126).
 */
@Component
final class StateCleanup extends RepeatingWork {

    private static final Logger logger = LoggerFactory.getLogger(StateCleanup.class);

    /** How long readings are kept after their transaction's stop. */
    private static final Duration AFTER_STOP = Duration.ofHours(24);

    private final DurableLog log;
    private final TopicTable<ChargerId, ChargerRegistration> registrations;
    private final DeletedKeys<ChargerId> deleted;
    private final TopicTable<ChargerId, ChargerTransactions> transactions;
    private final List<TopicTable<ChargerId, ?>> states;
    private final OldTransactions oldTransactions;
    private final List<ExpiredKeys<?>> tables;
    private final Clock clock;
    private final Counter tombstones;
    private final AtomicInteger unregistered = new AtomicInteger();

    StateCleanup(
            DurableLog log,
            TopicTable<ChargerId, ChargerRegistration> registrations,
            TopicTable<ChargerId, ChargerTransactions> transactions,
            TopicTable<ChargerId, ConnectorStates> connectors,
            TopicTable<ChargerId, SeenReadings> readings,
            OldTransactions oldTransactions,
            CleanupProperties properties,
            Clock clock,
            MeterRegistry meters) {
        super("cleanup", properties.sweepInterval(), properties.sweepInterval());
        this.log = log;
        this.registrations = registrations;
        this.deleted = new DeletedKeys<>(registrations);
        this.transactions = transactions;
        this.states = List.of(transactions, connectors, readings);
        this.oldTransactions = oldTransactions;
        this.tables = List.of(
                new ExpiredKeys<>(Topics.OPEN_TRANSACTIONS, transactions, (charger, _) -> deleted.contains(charger)),
                new ExpiredKeys<>(Topics.CONNECTOR_STATES, connectors, (charger, _) -> deleted.contains(charger)),
                new ExpiredKeys<>(
                        Topics.SEEN_READINGS,
                        readings,
                        (charger, seen) -> deleted.contains(charger) || isOver(charger, seen)));
        this.clock = clock;
        this.tombstones = Counter.builder("plugstream.gateway.memory.tombstones")
                .description("Tombstones for the stored state of deleted chargers and for expired readings")
                .register(meters);
        Gauge.builder("plugstream.gateway.memory.unregistered", unregistered, AtomicInteger::doubleValue)
                .description("Chargers with stored state but without a registration, which Kafka may have lost")
                .register(meters);
    }

    /** Until all registrations are read, every charger looks deleted. */
    @Override
    protected void work() {
        if (registrations.isCaughtUp() && transactions.isCaughtUp()) {
            tables.forEach(table -> tombstones.increment(table.sweep(log)));
            oldTransactions.forget(charger -> registrations.get(charger) != null);
            countUnregistered();
        }
    }

    private void countUnregistered() {
        int now = Math.toIntExact(states.stream()
                .flatMap(table -> table.entries().keySet().stream())
                .filter(deleted::mayBeLost)
                .distinct()
                .count());
        if (now > unregistered.getAndSet(now)) {
            logger.warn(
                    "{} chargers have stored state but no registration; it is kept for a day, because Kafka may have"
                            + " lost their registrations",
                    now);
        }
    }

    /** Whether no transaction is running or stopped within the last day. */
    private boolean isOver(ChargerId charger, SeenReadings seen) {
        ChargerTransactions known = transactions.get(charger);
        return known == null
                || known.transactions().stream()
                        .filter(this::isRemembered)
                        .noneMatch(entry -> seen.transactions().stream()
                                .anyMatch(reading -> reading.transactionId() == entry.transactionId()));
    }

    private boolean isRemembered(Entry entry) {
        return entry.stop() == null || entry.stop().stoppedAt().plus(AFTER_STOP).isAfter(clock.instant());
    }
}
