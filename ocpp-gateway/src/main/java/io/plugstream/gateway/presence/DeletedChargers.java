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
 * Takes deleted chargers out of the log of connections, once the end of their last is reported. That is for the gateway
 * that reported it, and for any if that one is gone. If the charger comes back meanwhile, its new record stays.
 */
@Component
final class DeletedChargers {

    private final ConnectionLog log;
    private final Beats beats;
    private final TopicTable<ChargerId, ChargerRegistration> registrations;

    /** The closed connections of unregistered chargers, as of the last sweep. */
    private Set<UUID> found = Set.of();

    DeletedChargers(ConnectionLog log, Beats beats, TopicTable<ChargerId, ChargerRegistration> registrations) {
        this.log = log;
        this.beats = beats;
        this.registrations = registrations;
    }

    /** Called by one thread. What is only found so once may be registered anew at this moment. */
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
