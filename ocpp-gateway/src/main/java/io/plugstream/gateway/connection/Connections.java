package io.plugstream.gateway.connection;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.command.CommandLines;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The open connections of this gateway, one a charger, and how they end. */
@Component
final class Connections {

    private static final Logger log = LoggerFactory.getLogger(Connections.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration COMMANDS = Duration.ofSeconds(10);

    private final Map<ChargerId, ChargerConnection> open = new ConcurrentHashMap<>();
    private final TopicTable<ChargerId, ChargerRegistration> registrations;
    private final TopicTable<ChargerId, FrameWatch> watches;
    private final ConnectionLog held;
    private final CommandLines commands;
    private final CountDownLatch stopping = new CountDownLatch(1);

    Connections(
            TopicTable<ChargerId, ChargerRegistration> registrations,
            TopicTable<ChargerId, FrameWatch> watches,
            ConnectionLog log,
            CommandLines commands,
            MeterRegistry meters) {
        this.registrations = registrations;
        this.watches = watches;
        this.held = log;
        this.commands = commands;
        registrations.onChange(this::registrationChanged);
        watches.onChange(this::watched);
        held.onRecord(this::recorded);
        Gauge.builder("plugstream.gateway.connected.chargers", open, Map::size)
                .description("Chargers with an open socket")
                .register(meters);
    }

    Collection<ChargerConnection> all() {
        return List.copyOf(open.values());
    }

    /**
     * Takes a new connection in, which reports the end of the one that it replaces, wherever that is. What the former one
     * is at here is finished before the new one may speak.
     */
    void add(ChargerConnection connection) {
        ChargerConnection former = open.put(connection.id(), connection);
        // After it can be found, so that no watch is missed between the two.
        connection.tap().watch(watches.get(connection.id()));
        connection.announce();
        if (former != null) {
            end(former, Ending.REPLACED);
            former.awaitLastAnswer();
        }
        log.atInfo().addKeyValue("charger", connection.id()).log("Charger connected");
        // The registration may have changed between the handshake and now, when nobody was listening for this
        // connection.
        endIfUnwelcome(connection, registrations.get(connection.id()));
        if (stopping.getCount() == 0) {
            end(connection, Ending.GATEWAY_STOPS);
        }
    }

    /** Ends a connection, if nobody did yet. */
    void end(ChargerConnection connection, Ending how) {
        if (!connection.beginEnding()) {
            return;
        }
        open.remove(connection.id(), connection);
        try {
            connection.sayFarewell(how);
        } catch (NotAcknowledgedException e) {
            Thread.ofVirtual().name("farewell").start(() -> sayFarewellLater(connection, how));
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
            // On a thread of its own, as a charger that does not read may hold it up.
            Thread.ofVirtual().name("close").start(() -> connection.close(how.status()));
        }
    }

    /** Ends all connections, each after its CALL in work, and returns when all have ended or the time is up. */
    boolean endAll(Duration timeout) throws InterruptedException {
        stopping.countDown();
        List<Thread> threads = all().stream()
                .map(connection -> Thread.ofVirtual().start(() -> end(connection, Ending.GATEWAY_STOPS)))
                .toList();
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean inTime = true;
        for (Thread thread : threads) {
            long left = Math.max(1, deadline - System.nanoTime());
            inTime &= thread.join(Duration.ofNanos(left));
        }
        return inTime;
    }

    /** Goes on until Kafka is back or the gateway stops; then another gateway reports the end, or this one's next run. */
    private void sayFarewellLater(ChargerConnection connection, Ending how) {
        while (true) {
            try {
                if (stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                    log.atWarn().addKeyValue("charger", connection.id()).log("Stopped before its end was published");
                    return;
                }
                connection.sayFarewell(how);
                return;
            } catch (NotAcknowledgedException e) {
                log.atDebug().addKeyValue("charger", connection.id()).log("Its end is still not published");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** The newest connection of a charger may be another than the one held here, or be taken for lost by another gateway. */
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
            // Not on the table's thread, which must go on reading while Kafka acknowledges the farewell.
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
