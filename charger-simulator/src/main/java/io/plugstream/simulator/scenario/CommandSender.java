package io.plugstream.simulator.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Sends a command to the charger through the real API. */
@FunctionalInterface
public interface CommandSender {

    /**
     * Returns the final status of the command, such as {@code accepted} or {@code timed_out}.
     *
     * @param payload with the central system's id of a transaction, or the charger's own id if it does not know that
     * @param timeout how long the charger may take to answer
     */
    String send(String action, Map<String, Object> payload, Duration timeout) throws IOException, InterruptedException;
}
