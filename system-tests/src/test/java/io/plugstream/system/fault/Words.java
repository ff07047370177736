package io.plugstream.system.fault;

import java.util.concurrent.Callable;

/**
 * What one charger of the load says, in its protocol, over one connection at a time. A message is the same however often it is
 * sent; its answer is the transaction's number, or 0 where it has none.
 */
interface Words {

    /** Connects to the gateway behind {@code port}, and boots. */
    void connect(int port) throws Exception;

    boolean isConnected();

    void disconnect();

    /** Whether a charger learns the numbers of its transactions. */
    boolean tellNumbers();

    Callable<Integer> start(String idTag, long meter);

    Callable<Integer> status(boolean charging, String info);

    Callable<Integer> reading(int transaction, long meter);

    Callable<Integer> stop(int transaction, long meter);

    /** A CALLERROR came. */
    final class Refused extends Exception {
        Refused(String code) {
            super(code);
        }
    }
}
