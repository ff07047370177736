package io.plugstream.benchmark.delivery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Loopback;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** An endpoint on loopback that answers every POST at once and records its arrival. */
final class Receiver implements AutoCloseable {

    static final String ID = "webhook-id";

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration HANG = Duration.ofSeconds(6);

    private record Current(int number, Run run) {}

    private final HttpServer server;
    private final AtomicInteger runs = new AtomicInteger();
    private volatile @Nullable Current current;
    private volatile IntPredicate hanging = _ -> false;

    Receiver() {
        server = Loopback.start(Map.of("/", this::receive));
    }

    String url(int endpoint) {
        return "http://127.0.0.1:%d/%d".formatted(server.getAddress().getPort(), endpoint);
    }

    /** Sends {@code load} with {@code send} and waits until all of it has arrived here. */
    Run run(Load load, Consumer<EventId> send) throws InterruptedException {
        Run run = new Run(load);
        int number = runs.incrementAndGet();
        current = new Current(number, run);
        run.drive(index -> send.accept(new EventId(number, index)), TIMEOUT);
        return run;
    }

    /** Until the result is closed, these endpoints answer later than the dispatcher's timeout of 5 s. */
    Hanging hanging(IntPredicate endpoints) {
        hanging = endpoints;
        return () -> hanging = _ -> false;
    }

    /** Ends the hanging. */
    interface Hanging extends AutoCloseable {
        @Override
        void close();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            Current now = current;
            EventId id = EventId.of(UUID.fromString(exchange.getRequestHeaders().getFirst(ID)));
            if (now != null && id.run() == now.number()) {
                now.run().arrived(id.index());
            }
            exchange.getRequestBody().readAllBytes();
            int endpoint = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
            if (hanging.test(endpoint)) {
                LockSupport.parkNanos(HANG.toNanos());
            }
            exchange.sendResponseHeaders(204, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
