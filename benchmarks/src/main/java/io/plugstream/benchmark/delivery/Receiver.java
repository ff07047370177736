package io.plugstream.benchmark.delivery;

import com.sun.net.httpserver.HttpExchange;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Loopback;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** An endpoint on loopback that answers every POST at once and records its arrival. */
final class Receiver implements AutoCloseable {

    static final String ID = "webhook-id";

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration HANG = Duration.ofSeconds(6);

    private final Loopback server = new Loopback((exchange, _) -> receive(exchange));
    private volatile @Nullable Run current;
    private volatile IntPredicate hanging = _ -> false;

    String url(int endpoint) {
        return server.url() + endpoint;
    }

    /** Sends {@code load} with {@code send} and waits until all of it has arrived here. */
    Run run(Load load, Consumer<EventId> send) throws InterruptedException {
        Run run = new Run(load);
        current = run;
        run.drive(index -> send.accept(new EventId(run.number(), index)), TIMEOUT);
        return run;
    }

    /** Until the result is closed, these endpoints answer later than the dispatcher's timeout of 5 s. */
    Hanging hanging(IntPredicate endpoints) {
        hanging = endpoints;
        return () -> hanging = _ -> false;
    }

    interface Hanging extends AutoCloseable {
        @Override
        void close();
    }

    private int receive(HttpExchange exchange) {
        Run now = current;
        EventId id = EventId.of(UUID.fromString(exchange.getRequestHeaders().getFirst(ID)));
        if (now != null && id.run() == now.number()) {
            now.arrived(id.index());
        }
        int endpoint = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
        if (hanging.test(endpoint)) {
            LockSupport.parkNanos(HANG.toNanos());
        }
        return 204;
    }

    @Override
    public void close() {
        server.close();
    }
}
