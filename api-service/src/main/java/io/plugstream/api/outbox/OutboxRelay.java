package io.plugstream.api.outbox;

import io.plugstream.base.RepeatingWork;
import io.plugstream.base.kafka.KafkaClients;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Publishes the outbox on the replica that holds PostgreSQL's advisory lock. A notification wakes it for new rows, and
 * in between it compares topics that are new to it with the database. A failure to publish ends the session and frees
 * the lock; a new session begins after a second, on this or another replica.
 */
@Component
final class OutboxRelay extends RepeatingWork {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration TAKEOVER_EVERY = Duration.ofMillis(500);
    private static final Duration COMPARE_AGAIN_AFTER = Duration.ofSeconds(10);

    /** Changes in this time after a batch are published together. */
    private static final Duration REST = Duration.ofMillis(20);

    private static final Duration STOPPING = Duration.ofSeconds(10);

    private final ConnectionFactory database;
    private final KafkaClients clients;
    private final OutboxProperties properties;
    private final OutboxMetrics metrics;
    private final List<PublishedTable<?, ?>> tables;
    private final RelayBatch batch;
    private final Semaphore wakeUps = new Semaphore(0);

    OutboxRelay(
            ConnectionFactory database,
            KafkaClients clients,
            List<PublishedTable<?, ?>> tables,
            OutboxProperties properties,
            OutboxMetrics metrics) {
        super("outbox-relay", STOPPING);
        this.database = database;
        this.clients = clients;
        this.properties = properties;
        this.metrics = metrics;
        this.tables = List.copyOf(tables);
        this.batch = new RelayBatch(tables, properties, metrics);
    }

    @Override
    protected void wakeUp() {
        wakeUps.release();
    }

    @Override
    protected void work() {
        try (RelaySession session = RelaySession.open(database, wakeUps::release, properties.lease())) {
            awaitLead(session);
            if (!thread.isStopping()) {
                lead(session);
            }
        } catch (Throwable e) {
            metrics.failed();
            log.warn("Publishing the outbox failed and is retried: {}", e.toString());
            // Notifications do not shorten this pause: one comes when a failed session closes.
            var _ = thread.isStoppedWithin(PAUSE_AFTER_FAILURE);
        } finally {
            metrics.leading(false);
        }
    }

    private void awaitLead(RelaySession session) {
        count(session);
        while (!thread.isStopping() && !session.tryLead()) {
            await(TAKEOVER_EVERY);
            count(session);
        }
    }

    private void count(RelaySession session) {
        metrics.pending(RelaySession.await(new OutboxRows(session.database()).count()));
    }

    private void lead(RelaySession session) {
        try (RegistrationPublisher publisher = new RegistrationPublisher(clients)) {
            session.beat();
            metrics.leading(true);
            log.info("This replica publishes the outbox");
            NewTopics topics = new NewTopics(
                    tables.stream().map(table -> table.topic().name()).collect(Collectors.toSet()), clients);
            Set<PublishedTable<?, ?>> toCompare = new LinkedHashSet<>();
            long due = System.nanoTime();
            while (!thread.isStopping()) {
                Set<String> found = topics.find();
                tables.stream()
                        .filter(table -> found.contains(table.topic().name()))
                        .forEach(toCompare::add);
                if (!toCompare.isEmpty() && System.nanoTime() >= due) {
                    toCompare.removeIf(table -> compare(table, session, publisher));
                    due = System.nanoTime() + COMPARE_AGAIN_AFTER.toNanos();
                }
                batch.drain(session.database(), publisher);
                LockSupport.parkNanos(REST.toNanos());
                await(properties.poll());
            }
        }
    }

    /** Compares slice by slice and empties the outbox before each. False if it failed and must be retried. */
    private boolean compare(PublishedTable<?, ?> table, RelaySession session, RegistrationPublisher publisher) {
        try (var reconciliation = new TableReconciliation<>(table, clients, metrics, properties.compareAtOnce())) {
            boolean more = true;
            while (more && !thread.isStopping()) {
                batch.drain(session.database(), publisher);
                try {
                    more = reconciliation.goOn(session.database());
                } catch (RuntimeException e) {
                    metrics.failed();
                    log.warn("Comparing topics with tables failed and is retried: {}", e.toString());
                    return false;
                }
            }
            return true;
        }
    }

    private void await(Duration atMost) {
        try {
            if (!thread.isStopping() && wakeUps.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                wakeUps.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
