package io.plugstream.system.fault;

import eu.chargetime.ocpp.CallErrorException;
import eu.chargetime.ocpp.model.Confirmation;
import eu.chargetime.ocpp.model.Request;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import eu.chargetime.ocpp.model.core.StartTransactionConfirmation;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.system.ChargePoint;
import io.plugstream.system.account.Exchange;
import io.plugstream.system.account.Exchange.Said;
import io.plugstream.system.account.Exchange.Sending;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A charger that charges one session after the other, at whichever gateway it finds, and keeps a journal. A message that is not answered
 * is sent again unchanged until it is: on the same connection after a CALLERROR, on a new one, perhaps to another gateway, after silence
 * or a broken connection.
 */
final class LoadCharger implements Runnable {

    private static final int READINGS = 3;
    private static final int CONNECTOR = 1;
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration LAST_PATIENCE = Duration.ofMinutes(3);

    private final ChargerId id;
    private final ChargePoint identity;
    private final List<Integer> gateways;
    private final Duration between;
    private final Random random;
    private final Latencies latencies;
    private final Queue<Exchange> journal = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Instant end;
    private volatile boolean abandoned;
    private @Nullable ChargePoint connection;
    private String gateway = "";
    private long meter;
    private int statuses;

    /** @param between two messages, on average */
    LoadCharger(
            ChargerId id,
            ChargePoint identity,
            List<Integer> gateways,
            Duration between,
            Random random,
            Latencies latencies) {
        this.id = id;
        this.identity = identity;
        this.gateways = gateways;
        this.between = between;
        this.random = random;
        this.latencies = latencies;
    }

    /** What it said, whether answered or not. */
    List<Exchange> journal() {
        return List.copyOf(journal);
    }

    /** Lets it finish its session. */
    void stop() {
        end = Instant.now().plus(LAST_PATIENCE);
    }

    /** Tells that whoever interrupts it from now on means it. */
    void abandon() {
        abandoned = true;
    }

    @Override
    public void run() {
        try {
            pause(between);
            while (end == null && session()) {
                pause(between);
            }
            leave();
        } catch (InterruptedException e) {
            if (!abandoned) {
                throw new IllegalStateException(id + " was interrupted in the middle of its load", e);
            }
        }
    }

    private boolean session() throws InterruptedException {
        String idTag = "TAG-" + id.chargeBoxId();
        long begin = meter;
        Confirmation started =
                say(new Exchange.Start(begin), 0, identity.startRequest(CONNECTOR, idTag, Math.toIntExact(begin)));
        if (started == null) {
            return false;
        }
        int transaction = ((StartTransactionConfirmation) started).getTransactionId();
        boolean said = status(ChargePointStatus.Charging);
        for (int reading = 0; said && reading < READINGS; reading++) {
            meter += 1 + random.nextInt(900);
            String kWh = BigDecimal.valueOf(meter).movePointLeft(3).toPlainString();
            said = say(new Exchange.Reading(meter), transaction, identity.meterRequest(CONNECTOR, transaction, kWh))
                    != null;
        }
        meter++;
        return said
                && say(new Exchange.Stop(meter), transaction, identity.stopRequest(transaction, Math.toIntExact(meter)))
                        != null
                && status(ChargePointStatus.Available)
                && ++meter > 0;
    }

    private boolean status(ChargePointStatus status) throws InterruptedException {
        String info = "status " + statuses++;
        return say(new Exchange.Status(info), 0, identity.statusRequest(CONNECTOR, status, info)) != null;
    }

    /** The answer, however often it takes; null when there was none and the load is over. */
    private @Nullable Confirmation say(Said said, int transaction, Request request) throws InterruptedException {
        pause(between);
        List<Sending> sendings = new ArrayList<>();
        while (isPatient()) {
            Instant at = Instant.now();
            boolean isConnected = false;
            try {
                ChargePoint open = connected();
                isConnected = true;
                Confirmation answer = open.answer(request);
                Instant answered = Instant.now();
                latencies.answered(at, answered);
                sendings.add(new Sending(at, gateway, "answered"));
                int answeredTransaction =
                        answer instanceof StartTransactionConfirmation start ? start.getTransactionId() : transaction;
                journal.add(new Exchange(id, said, answeredTransaction, sendings, answered));
                return answer;
            } catch (Exception e) {
                if (e instanceof InterruptedException interruption && abandoned) {
                    throw interruption;
                }
                // Its client may interrupt it when a socket breaks.
                if (isConnected) {
                    latencies.failed(at);
                }
                sendings.add(new Sending(at, gateway, word(e) + " at " + Instant.now()));
                if (!isRefused(e)) {
                    leave();
                }
                pause(AGAIN);
            }
        }
        journal.add(new Exchange(id, said, transaction, sendings, null));
        return null;
    }

    /** By a CALLERROR of the gateway; the client says the same of a connection that is gone. */
    private boolean isRefused(Exception failure) {
        ChargePoint open = connection;
        return failure.getCause() instanceof CallErrorException
                && open != null
                && !open.closed().isDone();
    }

    private static String word(Exception failure) {
        return switch (failure) {
            case ExecutionException e when e.getCause() instanceof CallErrorException error -> error.getErrorCode();
            case TimeoutException _ -> "no answer";
            default -> String.valueOf(failure.getMessage());
        };
    }

    private boolean isPatient() {
        Instant last = end;
        return last == null || Instant.now().isBefore(last);
    }

    private ChargePoint connected() throws Exception {
        ChargePoint open = connection;
        if (open == null) {
            int choice = random.nextInt(gateways.size());
            gateway = "gateway " + (choice + 1);
            open = identity.at(gateways.get(choice));
            connection = open;
            open.connect();
            open.boot("Acme", "Load");
        }
        return open;
    }

    private void leave() {
        ChargePoint open = connection;
        connection = null;
        if (open != null) {
            open.disconnect();
        }
    }

    private void pause(Duration average) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(Math.round(average.toMillis() * (0.5 + random.nextDouble())));
    }
}
