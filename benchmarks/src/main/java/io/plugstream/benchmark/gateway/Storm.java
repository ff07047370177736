package io.plugstream.benchmark.gateway;

import io.plugstream.benchmark.measure.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** Chargers that all connect at the same moment, retry after Retry-After, and send a BootNotification. */
final class Storm implements AutoCloseable {

    private static final String PROTOCOL = "ocpp1.6";
    /** The pause after a socket was cut off without an answer. */
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final int port;
    private final AtomicLongArray served;
    private final AtomicLongArray booted;
    private final AtomicInteger later = new AtomicInteger();
    private final AtomicInteger laterAgain = new AtomicInteger();
    private final AtomicInteger cutOff = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();
    private final CountDownLatch begin = new CountDownLatch(1);
    private final CountDownLatch all;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Message boot = Message.boot();
    private final List<Thread> chargers = new ArrayList<>();
    private final Queue<ChargerSocket> sockets = new ConcurrentLinkedQueue<>();

    private Storm(int port, int count) {
        this.port = port;
        this.served = new AtomicLongArray(count);
        this.booted = new AtomicLongArray(count);
        this.all = new CountDownLatch(count);
    }

    /**
     * The result of a storm.
     *
     * @param served latencies from the start to the answer to a charger's BootNotification
     * @param boots latencies from a BootNotification to its answer
     * @param later handshakes that were answered 503
     * @param laterAgain the 503 answers to chargers that had waited for Retry-After
     * @param cutOff connections that broke
     * @param errors BootNotifications that got a CALLERROR and were repeated
     */
    record Course(Latencies served, Latencies boots, int later, int laterAgain, int cutOff, int errors) {}

    /** Prepares chargers numbered from 0, which do not connect yet. */
    static Storm gather(int port, int count) {
        Storm storm = new Storm(port, count);
        for (int number = 0; number < count; number++) {
            int charger = number;
            storm.chargers.add(Thread.ofVirtual().start(() -> storm.live(charger)));
        }
        return storm;
    }

    /** Lets all chargers connect, and returns when all are served or after {@code most}. */
    Course connectAll(Duration most) throws InterruptedException {
        begin.countDown();
        var _ = all.await(most.toMillis(), TimeUnit.MILLISECONDS);
        return new Course(
                latencies(served), latencies(booted), later.get(), laterAgain.get(), cutOff.get(), errors.get());
    }

    private static Latencies latencies(AtomicLongArray times) {
        long[] all = new long[times.length()];
        int count = 0;
        for (int index = 0; index < all.length; index++) {
            long time = times.get(index);
            if (time > 0) {
                all[count++] = time;
            }
        }
        return new Latencies(Arrays.copyOf(all, count));
    }

    private void live(int number) {
        try {
            begin.await();
            long start = System.nanoTime();
            boolean hasWaited = false;
            while (over.getCount() > 0) {
                try (ChargerSocket socket = ChargerSocket.shakeHands(
                        port, PROTOCOL, Fleet.ORGANISATION, Fleet.chargeBoxId(number), Fleet.PASSWORD)) {
                    sockets.add(socket);
                    stay(socket, number, start);
                    return;
                } catch (ChargerSocket.BusyException e) {
                    later.incrementAndGet();
                    if (hasWaited) {
                        laterAgain.incrementAndGet();
                    }
                    hasWaited = true;
                    pause(e.after());
                } catch (IOException _) {
                    if (over.getCount() > 0) {
                        cutOff.incrementAndGet();
                        pause(AGAIN);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends the BootNotification, then answers pings until the socket is closed. */
    private void stay(ChargerSocket socket, int number, long start) throws IOException {
        long sent = System.nanoTime();
        socket.send(boot.frame(number));
        while (over.getCount() > 0) {
            boolean[] again = new boolean[1];
            socket.read(answer -> {
                again[0] = Message.isError(answer);
                if (!again[0]
                        && Message.id(answer) == number
                        && booted.compareAndSet(number, 0, System.nanoTime() - sent)) {
                    served.set(number, System.nanoTime() - start);
                    all.countDown();
                }
            });
            if (again[0]) {
                errors.incrementAndGet();
                socket.send(boot.frame(number));
            }
        }
    }

    private void pause(Duration time) throws InterruptedException {
        var _ = over.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() throws IOException {
        over.countDown();
        for (ChargerSocket socket : sockets) {
            socket.close();
        }
    }
}
