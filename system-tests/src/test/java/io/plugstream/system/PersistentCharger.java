package io.plugstream.system;

import eu.chargetime.ocpp.model.core.StartTransactionRequest;
import eu.chargetime.ocpp.model.core.StopTransactionRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A charger that charges one session after another, as fast as it gets answers. When a gateway fails, it connects to
 * the next and repeats unanswered messages unchanged, as OCPP requires. It keeps a journal of all answers.
 */
final class PersistentCharger implements Runnable {

    /** An acknowledged start. Its start reading is unique among the sessions of a charger. */
    record Acknowledged(int transactionId, String idTag) {}

    private final ChargePoint identity;
    private final List<Integer> ports;
    private final String idTag;
    private final Duration pause;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final Map<Integer, Acknowledged> starts = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> stops = new ConcurrentHashMap<>();
    private final AtomicInteger repeated = new AtomicInteger();
    private int port;
    private @Nullable ChargePoint connection;

    /** @param pause between two sessions */
    PersistentCharger(ChargePoint identity, List<Integer> ports, int first, String idTag, Duration pause) {
        this.pause = pause;
        this.identity = identity;
        this.ports = ports;
        this.port = first;
        this.idTag = idTag;
    }

    String chargeBoxId() {
        return identity.chargeBoxId();
    }

    /** Acknowledged starts by start reading. */
    Map<Integer, Acknowledged> starts() {
        return starts;
    }

    /** Acknowledged stop readings by transaction id. */
    Map<Integer, Integer> stops() {
        return stops;
    }

    int repeated() {
        return repeated.get();
    }

    /** Stops the charger after its current session. */
    void stop() {
        stopping.set(true);
    }

    @Override
    public void run() {
        for (int session = 1; !stopping.get(); session++) {
            int meterStart = session * 10;
            StartTransactionRequest start = identity.startRequest(1, idTag, meterStart);
            int id = untilAnswered(charger -> charger.start(start));
            starts.put(meterStart, new Acknowledged(id, idTag));
            StopTransactionRequest stop = identity.stopRequest(id, meterStart + 5);
            stops.put(id, untilAnswered(charger -> {
                charger.stop(stop);
                return meterStart + 5;
            }));
            LockSupport.parkNanos(pause.toNanos());
        }
        ChargePoint last = connection;
        if (last != null) {
            last.disconnect();
        }
    }

    private interface Exchange {
        int with(ChargePoint charger) throws Exception;
    }

    private int untilAnswered(Exchange exchange) {
        while (true) {
            try {
                return exchange.with(connected());
            } catch (Exception e) {
                repeated.incrementAndGet();
                leave();
            }
        }
    }

    private ChargePoint connected() throws Exception {
        ChargePoint open = connection;
        if (open == null) {
            open = identity.at(ports.get(port % ports.size()));
            connection = open;
            open.connect();
        }
        return open;
    }

    private void leave() {
        ChargePoint open = connection;
        connection = null;
        port++;
        if (open != null) {
            open.disconnect();
        }
    }
}
