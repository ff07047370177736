package io.plugstream.system.fault;

import java.time.Instant;
import java.util.concurrent.Callable;

/**
 * The messages of one charger of the load in its protocol, over one connection at a time. A message stays the same when
 * it is repeated. Its answer is the transaction id, or 0 if it has none.
 */
interface ChargerMessages {

    /** Connects to the gateway behind {@code port} and sends a BootNotification. */
    void connect(int port) throws Exception;

    boolean isConnected();

    void disconnect();

    /** Whether a charger learns its transaction ids from answers. */
    boolean learnsTransactionIds();

    Callable<Integer> start(String idTag, long meter);

    /** Creates a status message with this time. */
    Callable<Integer> status(boolean charging, Instant at);

    Callable<Integer> reading(int transaction, long meter);

    Callable<Integer> stop(int transaction, long meter);

    /** The answer is a CALLERROR. */
    final class Refused extends Exception {
        Refused(String code) {
            super(code);
        }
    }
}
