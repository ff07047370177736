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
     * @param timeout how long the charger may take to answer
     */
    String send(String action, Map<String, Object> payload, Duration timeout) throws IOException, InterruptedException;

    /**
     * The number of the transaction that runs on the charger, which a charger of OCPP 2 is not told.
     *
     * @throws IOException if it cannot be found out
     */
    default int runningTransaction() throws IOException, InterruptedException {
        throw new IOException("Whoever sends commands here does not know the platform's numbers of transactions");
    }
}
