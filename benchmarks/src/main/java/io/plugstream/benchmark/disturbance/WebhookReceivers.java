package io.plugstream.benchmark.disturbance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Loopback;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Receivers on loopback: those of the good organisations answer at once, those of the bad one return 503 shortly before
 * the timeout.
 */
final class WebhookReceivers implements AutoCloseable {

    private static final Duration LATE = Duration.ofMillis(4_500);
    private static final Duration QUIET = Duration.ofSeconds(6);

    private final HttpServer server;
    private final AtomicInteger rejected = new AtomicInteger();
    private volatile @Nullable Run run;

    WebhookReceivers() {
        server = Loopback.start(Map.of("/good", this::receive, "/bad", this::refuse));
    }

    String good() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/good";
    }

    String bad(int number) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/bad/" + number;
    }

    /** Counts arrivals for {@code next} from now on. */
    void count(Run next) {
        run = next;
    }

    /** The number of POSTs answered with 503. */
    int rejected() {
        return rejected.get();
    }

    /** Returns when the bad one's receivers have got nothing for longer than an attempt takes. */
    void awaitQuiet() {
        int before;
        do {
            before = rejected.get();
            LockSupport.parkNanos(QUIET.toNanos());
        } while (rejected.get() > before);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            Run now = run;
            byte[] body = exchange.getRequestBody().readAllBytes();
            String info = Json.mapper().readTree(body).path("data").path("info").stringValue("");
            if (now != null && !info.isEmpty()) {
                now.arrived(Integer.parseInt(info));
            }
            exchange.sendResponseHeaders(204, -1);
        }
    }

    private void refuse(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            rejected.incrementAndGet();
            LockSupport.parkNanos(LATE.toNanos());
            exchange.sendResponseHeaders(503, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
