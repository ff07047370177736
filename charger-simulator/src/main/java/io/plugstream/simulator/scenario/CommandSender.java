package io.plugstream.simulator.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Sends a command to the charger on the way that every command takes. */
@FunctionalInterface
public interface CommandSender {

    /**
     * Returns the last status of the command, such as {@code accepted} or {@code timed_out}.
     *
     * @param payload with the number of a transaction, or the charger's own name for one that it has no number of
     * @param timeout how long the charger may take to answer
     */
    String send(String action, Map<String, Object> payload, Duration timeout) throws IOException, InterruptedException;
}
