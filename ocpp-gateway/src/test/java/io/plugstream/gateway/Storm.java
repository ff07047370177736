package io.plugstream.gateway;

import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Chargers that all connect at the same moment, and retry as requested until they are served. */
final class Storm implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final List<ChargerId> chargers;
    private final Map<ChargerId, RawCharger> open = new ConcurrentHashMap<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);

    /** Whether the gateway has accepted a handshake of the current storm. */
    private volatile boolean begun;

    Storm(List<ChargerId> chargers) {
        this.chargers = chargers;
    }

    interface Resident {
        void speak() throws Exception;
    }

    /**
     * The result; times are measured from the start until the answer to a charger's first message.
     *
     * @param residentAnswers answers to messages that the resident sent after the first handshake of the storm, and
     *     that it got before the storm's last charger was served
     */
    record Course(
            int served,
            int refused,
            int toldToComeLater,
            int brokenOff,
            Duration median,
            Duration p99,
            Duration last,
            int residentAnswers,
            Duration residentSlowest) {}

    Course strike(int port) throws Exception {
        CountDownLatch nobody = new CountDownLatch(1);
        return strike(port, () -> {
            var _ = nobody.await(10, TimeUnit.MILLISECONDS);
        });
    }

    /** Starts the storm while a resident charger continues sending messages. */
    Course strike(int port, Resident resident) throws Exception {
        CountDownLatch strike = new CountDownLatch(1);
        AtomicInteger later = new AtomicInteger();
        AtomicInteger broken = new AtomicInteger();
        long[] times = new long[chargers.size()];
        List<Thread> threads = new ArrayList<>();
        for (int charger = 0; charger < times.length; charger++) {
            int index = charger;
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    strike.await();
                    long start = System.nanoTime();
                    connect(port, chargers.get(index), later, broken);
                    times[index] = System.nanoTime() - start;
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        begun = false;
        strike.countDown();
        int answers = 0;
        long slowest = 0;
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (threads.stream().anyMatch(Thread::isAlive)) {
            boolean amid = begun;
            long before = System.nanoTime();
            resident.speak();
            slowest = Math.max(slowest, System.nanoTime() - before);
            if (amid && open.size() < chargers.size()) {
                answers++;
            }
            if (System.nanoTime() > deadline) {
                throw new TimeoutException(open.size() + " of " + chargers.size() + " served");
            }
        }
        Arrays.sort(times);
        return new Course(
                open.size(),
                refusals.get(),
                later.get(),
                broken.get(),
                millis(times[times.length / 2]),
                millis(times[times.length * 99 / 100]),
                millis(times[times.length - 1]),
                answers,
                millis(slowest));
    }

    /** Waits until a gateway has read all registrations: then it refuses only because there is no password. */
    void awaitKnown(int port) {
        for (ChargerId id : chargers) {
            await().atMost(LONGEST)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> {
                        try (RawCharger stranger = RawCharger.shakeHands(port, "/ocpp/" + id, new byte[0])) {
                            return stranger.status() == 401;
                        }
                    });
        }
    }

    private void connect(int port, ChargerId id, AtomicInteger later, AtomicInteger broken)
            throws InterruptedException {
        byte[] credentials = (id.chargeBoxId() + ":secret").getBytes(StandardCharsets.UTF_8);
        while (over.getCount() > 0) {
            try {
                RawCharger charger = RawCharger.shakeHands(port, "/ocpp/" + id, credentials);
                if (charger.status() == 101) {
                    begun = true;
                    charger.exchange("[2,\"1\",\"Heartbeat\",{}]");
                    open.put(id, charger);
                    return;
                }
                charger.close();
                if (charger.status() != 503) {
                    refusals.incrementAndGet();
                    return;
                }
                later.incrementAndGet();
                pause(Duration.ofSeconds(Long.parseLong(Objects.requireNonNull(charger.header("Retry-After")))));
            } catch (IOException e) {
                broken.incrementAndGet();
                pause(Duration.ofSeconds(1));
            }
        }
    }

    private void pause(Duration time) throws InterruptedException {
        if (over.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new InterruptedException("the storm is over");
        }
    }

    /** Waits until all chargers have noticed that their gateway is gone. */
    void awaitAllCutOff() throws IOException {
        for (RawCharger charger : open.values()) {
            charger.readToEnd();
            charger.close();
        }
        open.clear();
    }

    private static Duration millis(long nanos) {
        return Duration.ofMillis(nanos / 1_000_000);
    }

    @Override
    public void close() throws IOException {
        over.countDown();
        for (RawCharger charger : open.values()) {
            charger.close();
        }
    }
}
