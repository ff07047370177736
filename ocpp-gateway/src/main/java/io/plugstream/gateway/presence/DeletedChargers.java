package io.plugstream.gateway.presence;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Removes deleted chargers from the log of connections once the end of their last connection is reported. The gateway
 * that reported the end does this, or any gateway if that one is lost. If the charger reconnects meanwhile, its new
 * record stays.
 */
@Component
final class DeletedChargers {

    private final ConnectionLog log;
    private final Beats beats;
    private final TopicTable<ChargerId, ChargerRegistration> registrations;

    /** Closed connections of unregistered chargers, found in the last sweep. */
    private Set<UUID> found = Set.of();

    DeletedChargers(ConnectionLog log, Beats beats, TopicTable<ChargerId, ChargerRegistration> registrations) {
        this.log = log;
        this.beats = beats;
        this.registrations = registrations;
    }

    /** Called by one thread. A charger must be found in two sweeps, because it may be registered again just now. */
    void sweep() {
        if (!registrations.isCaughtUp()) {
            return;
        }
        Set<UUID> present = new HashSet<>();
        log.all().forEach((charger, connection) -> {
            if (isForgotten(charger, connection)) {
                present.add(connection.connectionId());
                if (found.contains(connection.connectionId())) {
                    log.remove(charger);
                }
            }
        });
        found = present;
    }

    private boolean isForgotten(ChargerId charger, HeldConnection connection) {
        return connection.step() == Step.CLOSED
                && registrations.get(charger) == null
                && (log.isOurs(connection) || beats.isLost(connection.owner()));
    }
}
