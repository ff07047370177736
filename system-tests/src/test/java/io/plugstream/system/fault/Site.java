package io.plugstream.system.fault;

import io.plugstream.model.event.EventType;
import java.util.EnumSet;
import java.util.Set;

/**
 * An organisation of a load.
 *
 * @param webhooks how many it registers: the first asks for all events, the others for those of transactions
 * @param callsPerSecond what its callers ask of the API
 */
record Site(String name, String tier, int chargers, int webhooks, double callsPerSecond) {

    static Set<EventType> events(int webhook) {
        return webhook == 1
                ? EnumSet.allOf(EventType.class)
                : EnumSet.of(EventType.TRANSACTION_STARTED, EventType.TRANSACTION_STOPPED);
    }
}
