package io.plugstream.system.fault;

import io.plugstream.model.event.EventType;
import java.util.EnumSet;
import java.util.Set;

/**
 * An organisation of a load.
 *
 * @param webhooks the number of its webhooks: the first subscribes to all events, the others to starts and stops of
 *     transactions
 * @param callsPerSecond the rate of its API calls, without commands
 * @param commandsPerSecond at most so many, because each waits for its answer
 */
record Site(String name, String tier, int chargers, int webhooks, double callsPerSecond, double commandsPerSecond) {

    static Set<EventType> events(int webhook) {
        return webhook == 1
                ? EnumSet.allOf(EventType.class)
                : EnumSet.of(EventType.TRANSACTION_STARTED, EventType.TRANSACTION_STOPPED);
    }
}
