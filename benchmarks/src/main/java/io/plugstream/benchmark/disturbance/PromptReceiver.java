package io.plugstream.benchmark.disturbance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Loopback;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The receiver of the good organisations on loopback, which answers at once. */
final class PromptReceiver implements AutoCloseable {

    private final HttpServer server;
    private volatile @Nullable Run run;

    PromptReceiver() {
        server = Loopback.start(Map.of("/", this::receive));
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** Counts arrivals for {@code next} from now on. */
    void count(Run next) {
        run = next;
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

    @Override
    public void close() {
        server.stop(0);
    }
}
