package io.plugstream.gateway.connection;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.command.CommandQueues;
import io.plugstream.gateway.presence.ConnectionLog;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.charger.HeldConnection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The open connections of this gateway, at most one per charger. */
@Component
final class Connections {

    private static final Logger log = LoggerFactory.getLogger(Connections.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration COMMANDS = Duration.ofSeconds(10);

    private final Map<ChargerId, ChargerConnection> open = new ConcurrentHashMap<>();
    private final TopicTable<ChargerId, ChargerRegistration> registrations;
    private final TopicTable<ChargerId, FrameWatch> watches;
    private final ConnectionLog held;
    private final CommandQueues commands;
    private final MessageMetrics metrics;
    private final CountDownLatch stopping = new CountDownLatch(1);

    Connections(
            TopicTable<ChargerId, ChargerRegistration> registrations,
            TopicTable<ChargerId, FrameWatch> watches,
            ConnectionLog log,
            CommandQueues commands,
            MessageMetrics metrics,
            MeterRegistry meters) {
        this.registrations = registrations;
        this.watches = watches;
        this.held = log;
        this.commands = commands;
        this.metrics = metrics;
        registrations.addListener(this::registrationChanged);
        watches.addListener(this::watched);
        held.onRecord(this::recorded);
        Gauge.builder("plugstream.gateway.connected.chargers", open, Map::size)
                .description("Chargers with an open socket")
                .register(meters);
    }

    Collection<ChargerConnection> all() {
        return List.copyOf(open.values());
    }

    /**
     * Adds a new connection, which reports the end of the connection that it replaces on any gateway. Returns what is
     * left to do before the new connection's messages are handled. It finishes the current CALL of a replaced
     * connection on this gateway, which may take long, so no other charger's admission should wait for it.
     */
    Runnable add(ChargerConnection connection) {
        AtomicReference<@Nullable ChargerConnection> present = new AtomicReference<>();
        ChargerConnection newest = open.compute(connection.id(), (_, found) -> {
            present.set(found);
            return found == null || isNewer(connection, found) ? connection : found;
        });
        if (newest != connection) {
            // A newer socket of this charger was admitted first. This one was not announced, so no event is needed.
            connection.beginEnding();
            close(connection, Ending.REPLACED);
            return () -> {};
        }
        ChargerConnection former = present.get();
        // The connection is in the map before this, so that no change of the watch is missed.
        connection.tap().watch(watches.get(connection.id()));
        connection.announce();
        return () -> begin(connection, former);
    }

    private void begin(ChargerConnection connection, @Nullable ChargerConnection former) {
        if (former != null) {
            connection.beforeFirstCall(() -> {
                end(former, Ending.REPLACED);
                former.awaitLastAnswer();
            });
        }
        log.atInfo().addKeyValue("charger", connection.id()).log("Charger connected");
        // The registration may have changed since the handshake, when this connection was not in the map.
        endIfUnwelcome(connection, registrations.get(connection.id()));
        if (stopping.getCount() == 0) {
            end(connection, Ending.GATEWAY_STOPS);
        }
    }

    private static boolean isNewer(ChargerConnection one, ChargerConnection other) {
        return HeldConnection.compare(one.connectionId(), other.connectionId()) > 0;
    }

    /** Ends a connection, unless it was ended before. */
    void end(ChargerConnection connection, Ending how) {
        if (!connection.beginEnding()) {
            return;
        }
        if (how.isOffence()) {
            metrics.offence(how);
        }
        try {
            connection.publishEnd(how);
        } catch (NotAcknowledgedException e) {
            Thread.ofVirtual().name("publish-end").start(() -> publishEndLater(connection, how));
        } finally {
            // Not before its current CALL has ended: the charger's next connection waits for that.
            open.remove(connection.id(), connection);
        }
        close(connection, how);
        log.atInfo()
                .addKeyValue("charger", connection.id())
                .addKeyValue("reason", how.reason())
                .log("Charger disconnected");
    }

    private void close(ChargerConnection connection, Ending how) {
        if (how == Ending.GATEWAY_STOPS) {
            connection.close(how.status());
            commands.close(connection.connectionId(), COMMANDS);
        } else {
            commands.close(connection.connectionId());
            // On a separate thread, because a charger that does not read may block it.
            Thread.ofVirtual().name("close").start(() -> connection.close(how.status()));
        }
    }

    /** Ends each connection after its current CALL. Returns when all have ended or the timeout has passed. */
    void endAll(Duration timeout) throws InterruptedException {
        stopping.countDown();
        List<Thread> threads = all().stream()
                .map(connection -> Thread.ofVirtual().start(() -> end(connection, Ending.GATEWAY_STOPS)))
                .toList();
        long deadline = System.nanoTime() + timeout.toNanos();
        int open = 0;
        for (Thread thread : threads) {
            long left = Math.max(1, deadline - System.nanoTime());
            open += thread.join(Duration.ofNanos(left)) ? 0 : 1;
        }
        if (open > 0) {
            log.atWarn().log("The gateway stops before {} of {} connections ended", open, threads.size());
        }
    }

    /** Retries until Kafka is available. If the gateway stops first, another gateway run reports the end. */
    private void publishEndLater(ChargerConnection connection, Ending how) {
        while (true) {
            try {
                if (stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                    log.atWarn().addKeyValue("charger", connection.id()).log("Stopped before the end was published");
                    return;
                }
                connection.publishEnd(how);
                return;
            } catch (NotAcknowledgedException e) {
                log.atDebug().addKeyValue("charger", connection.id()).log("charger.disconnected still not published");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Ends the local connection if a newer one exists or if another gateway has reported it as lost. */
    private void recorded(ChargerId id, HeldConnection newest) {
        ChargerConnection connection = open.get(id);
        if (connection == null) {
            return;
        }
        int newer = HeldConnection.compare(newest.connectionId(), connection.connectionId());
        if (newer > 0) {
            Thread.ofVirtual().name("replaced").start(() -> end(connection, Ending.REPLACED));
        } else if (newer == 0 && newest.endedBy() != null && !held.isOurs(newest)) {
            Thread.ofVirtual().name("lost").start(() -> end(connection, Ending.TAKEN_FOR_LOST));
        }
    }

    private void watched(ChargerId id, @Nullable FrameWatch watch) {
        ChargerConnection connection = open.get(id);
        if (connection != null) {
            connection.tap().watch(watch);
        }
    }

    private void registrationChanged(ChargerId id, @Nullable ChargerRegistration registration) {
        ChargerConnection connection = open.get(id);
        if (connection != null) {
            // Not on the table's thread: it must continue reading while Kafka acknowledges charger.disconnected.
            Thread.ofVirtual().name("registration").start(() -> endIfUnwelcome(connection, registration));
        }
    }

    private void endIfUnwelcome(ChargerConnection connection, @Nullable ChargerRegistration registration) {
        if (registration == null) {
            end(connection, Ending.REGISTRATION_REMOVED);
        } else if (!registration.admitsAs(connection.charger().registration())) {
            end(connection, Ending.CREDENTIALS_CHANGED);
        }
    }
}
