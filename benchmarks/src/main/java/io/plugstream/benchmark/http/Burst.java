package io.plugstream.benchmark.http;

import io.plugstream.benchmark.measure.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * As many requests as some connections complete in a time; each sends its next request as soon as the last is answered.
 *
 * @param latencies from sending to the last byte, of all requests
 * @param took from the first request to the last answer
 */
record Burst(Latencies latencies, Duration took) {

    private static final int MOST = 2_000_000;

    /**
     * Sends requests for {@code time}.
     *
     * @param port on loopback
     * @param requests supplies the next request; called from several threads
     */
    static Burst of(int port, Supplier<byte[]> requests, int connections, Duration time)
            throws InterruptedException, ExecutionException {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        try (ExecutorService threads = Executors.newFixedThreadPool(connections)) {
            List<Future<long[]>> running = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                running.add(threads.submit(() -> ask(port, requests, end)));
            }
            LongStream all = LongStream.empty();
            for (Future<long[]> one : running) {
                all = LongStream.concat(all, Arrays.stream(one.get()));
            }
            Latencies latencies = new Latencies(all.toArray());
            return new Burst(latencies, Duration.ofNanos(System.nanoTime() - start));
        }
    }

    double perSecond() {
        return latencies.count() * 1e9 / took.toNanos();
    }

    private static long[] ask(int port, Supplier<byte[]> requests, long end) throws IOException {
        long[] nanos = new long[1_024];
        int count = 0;
        try (Connection connection = new Connection(port)) {
            for (long began = System.nanoTime(); began < end && count < MOST; began = System.nanoTime()) {
                byte[] body = connection.exchange(requests.get());
                if (count == nanos.length) {
                    nanos = Arrays.copyOf(nanos, 2 * count);
                }
                nanos[count++] = body.length == 0 ? 0 : System.nanoTime() - began;
            }
        }
        return Arrays.copyOf(nanos, count);
    }
}
