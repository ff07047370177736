package io.plugstream.system.fault;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.system.account.Exchange;
import io.plugstream.system.account.Exchange.Payload;
import io.plugstream.system.account.Exchange.Sending;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A charger that charges one session after another at random gateways and keeps a journal. It repeats an unanswered
 * message unchanged until it is answered: on the same connection after a CALLERROR, and on a new one, perhaps to
 * another gateway, after a timeout or a broken connection.
 */
final class LoadCharger implements Runnable {

    private static final int READINGS = 3;
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration LAST_SESSION_TIMEOUT = Duration.ofMinutes(3);

    private final ChargerId id;
    private final ChargerMessages messages;
    private final List<Integer> gateways;
    private final Duration between;
    private final Random random;
    private final Latencies latencies;
    private final Queue<Entry> journal = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Instant end;
    private volatile boolean abandoned;
    private boolean connected;
    private String gateway = "";
    private long meter;
    private long begin;

    /** @param between the average pause between two messages */
    LoadCharger(
            ChargerId id,
            ChargerMessages messages,
            List<Integer> gateways,
            Duration between,
            Random random,
            Latencies latencies) {
        this.id = id;
        this.messages = messages;
        this.gateways = gateways;
        this.between = between;
        this.random = random;
        this.latencies = latencies;
    }

    /** A message in the session that began at this reading. */
    private record Entry(long begin, Exchange exchange) {}

    /**
     * All messages, answered or not.
     *
     * @param transactionIds transaction ids by start reading, for chargers that do not learn them from answers
     */
    List<Exchange> journal(Map<Long, Integer> transactionIds) {
        return journal.stream()
                .map(entry -> messages.learnsTransactionIds()
                        ? entry.exchange()
                        : entry.exchange().of(transactionIds.getOrDefault(entry.begin(), 0)))
                .toList();
    }

    ChargerId id() {
        return id;
    }

    /** Stops the charger after its current session. */
    void stop() {
        end = Instant.now().plus(LAST_SESSION_TIMEOUT);
    }

    /** From now on an interrupt ends the charger. */
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
        begin = meter;
        Integer started = send(new Exchange.Start(begin), 0, messages.start(idTag, begin));
        if (started == null) {
            return false;
        }
        boolean sent = status(true);
        for (int reading = 0; sent && reading < READINGS; reading++) {
            meter += 1 + random.nextInt(900);
            sent = send(new Exchange.Reading(meter), started, messages.reading(started, meter)) != null;
        }
        meter++;
        return sent
                && send(new Exchange.Stop(meter), started, messages.stop(started, meter)) != null
                && status(false)
                && ++meter > 0;
    }

    private boolean status(boolean charging) throws InterruptedException {
        Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        String state = charging ? "Charging" : "Available";
        return send(new Exchange.Status(at, state), 0, messages.status(charging, at)) != null;
    }

    /** Repeats a message until it is answered; returns null if the load ends without an answer. */
    private @Nullable Integer send(Payload payload, int transaction, Callable<Integer> message)
            throws InterruptedException {
        pause(between);
        List<Sending> sendings = new ArrayList<>();
        while (mayRetry()) {
            Instant at = Instant.now();
            boolean isConnected = false;
            try {
                connect();
                isConnected = true;
                int answer = message.call();
                Instant answered = Instant.now();
                latencies.answered(at, answered);
                sendings.add(new Sending(at, gateway, "answered"));
                note(payload, transaction == 0 ? answer : transaction, sendings, answered);
                return answer;
            } catch (Exception e) {
                if (e instanceof InterruptedException interruption && abandoned) {
                    throw interruption;
                }
                // The OCPP client may also interrupt this thread when a socket breaks.
                if (isConnected) {
                    latencies.failed(at);
                }
                sendings.add(new Sending(at, gateway, reason(e) + " at " + Instant.now()));
                if (!(e instanceof ChargerMessages.Refused)) {
                    leave();
                }
                pause(AGAIN);
            }
        }
        note(payload, transaction, sendings, null);
        return null;
    }

    private void note(Payload payload, int transaction, List<Sending> sendings, @Nullable Instant answeredAt) {
        journal.add(new Entry(begin, new Exchange(id, payload, transaction, sendings, answeredAt)));
    }

    private static String reason(Exception failure) {
        return failure instanceof TimeoutException ? "no answer" : String.valueOf(failure.getMessage());
    }

    private boolean mayRetry() {
        Instant last = end;
        return last == null || Instant.now().isBefore(last);
    }

    private void connect() throws Exception {
        if (!connected) {
            int choice = random.nextInt(gateways.size());
            gateway = "gateway " + (choice + 1);
            connected = true;
            messages.connect(gateways.get(choice));
        }
    }

    private void leave() {
        connected = false;
        messages.disconnect();
    }

    private void pause(Duration average) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(Math.round(average.toMillis() * (0.5 + random.nextDouble())));
    }
}
