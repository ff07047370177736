package io.plugstream.benchmark.http;

import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** Requests that are sent when they are due, over some connections. Waiting for a free connection counts as latency. */
final class OpenCalls implements AutoCloseable {

    private static final int CONNECTIONS = 16;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<byte[]> requests;
    private final BlockingQueue<Connection> free = new LinkedBlockingQueue<>();
    private final List<Connection> connections = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);

    /** @param targets requested in turn; all of one server */
    OpenCalls(List<Target> targets) throws IOException {
        this.requests = targets.stream().map(Target::request).toList();
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(new Connection(targets.getFirst().port()));
        }
        free.addAll(connections);
    }

    Run run(Load load) throws InterruptedException {
        Run run = new Run(load);
        run.drive(index -> threads.execute(() -> ask(run, index)), TIMEOUT);
        return run;
    }

    private void ask(Run run, int index) {
        try {
            Connection connection = free.take();
            byte[] body = connection.exchange(requests.get(index % requests.size()));
            if (body.length > 0) {
                run.arrived(index);
            }
            free.add(connection);
        } catch (IOException e) {
            // A failed connection is not used again; the missing answer ends the benchmark with an error.
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
