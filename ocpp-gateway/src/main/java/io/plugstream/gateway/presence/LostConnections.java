package io.plugstream.gateway.presence;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Reports the end of connections that no gateway holds: those of crashed gateways, and those whose end a crashed
 * gateway was reporting. If several gateways try, the first in the log reports it. If the charger has reconnected, none
 * does. A connection whose beginning was never published is closed without an event.
 */
@Component
final class LostConnections {

    static final String GATEWAY_LOST = "gateway lost";

    private static final Logger logger = LoggerFactory.getLogger(LostConnections.class);
    private static final int AT_ONCE = 64;

    private final ConnectionLog log;
    private final ConnectionClaims claims;
    private final Beats beats;
    private final EndReports reports;
    private final Counter reported;
    private final Semaphore reportPermits = new Semaphore(AT_ONCE);

    /** Connections that the log assigns to this gateway but that it does not know, found in the last sweep. */
    private Set<UUID> strays = Set.of();

    LostConnections(ConnectionLog log, ConnectionClaims claims, Beats beats, EndReports reports, MeterRegistry meters) {
        this.log = log;
        this.claims = claims;
        this.beats = beats;
        this.reports = reports;
        this.reported = Counter.builder("plugstream.gateway.connections.lost")
                .description("Connections of lost gateways whose end this gateway reported")
                .register(meters);
    }

    /** Called by one thread. */
    void sweep() {
        Set<UUID> found = new HashSet<>();
        log.all().forEach((charger, connection) -> {
            boolean stray = isStray(connection);
            if (stray) {
                found.add(connection.connectionId());
            }
            if (isLost(connection) || (stray && strays.contains(connection.connectionId()))) {
                startReport(charger, connection);
            }
        });
        strays = found;
    }

    private boolean isLost(HeldConnection connection) {
        return connection.step() != Step.CLOSED && beats.isLost(connection.owner());
    }

    /** The last record of a finished claim may not be read back yet, so a connection must be found twice. */
    private boolean isStray(HeldConnection connection) {
        return connection.step() != Step.CLOSED && log.isOurs(connection) && !claims.isLive(connection.connectionId());
    }

    private void startReport(ChargerId charger, HeldConnection connection) {
        if (!claims.begin(connection.connectionId())) {
            return;
        }
        Thread.ofVirtual().name("lost").start(() -> {
            reportPermits.acquireUninterruptibly();
            try {
                report(charger, connection);
            } catch (NotAcknowledgedException e) {
                logger.atWarn().addKeyValue("charger", charger).log("End not reported yet: {}", e.getMessage());
            } finally {
                reportPermits.release();
                claims.finish(connection.connectionId());
            }
        });
    }

    private void report(ChargerId charger, HeldConnection connection) throws NotAcknowledgedException {
        boolean hasBegun = claims.hasBegun(charger, connection);
        HeldConnection end = connection.closing(claims.run(), GATEWAY_LOST, claims.now());
        PendingRecord closing = log.expect(charger, hasBegun ? end : end.settled(claims.now()));
        try {
            if (log.await(closing).counts() && hasBegun) {
                claims.publications().await(reports.of(charger, closing.record()));
                reported.increment();
                logger.atInfo().addKeyValue("charger", charger).log("Charger disconnected after loss of its gateway");
            }
        } finally {
            log.forget(closing);
        }
    }
}
