package io.plugstream.plug;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An HTTP server that gives prepared answers and records requests. */
public final class FakeApi implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** A request. */
    public record Asked(String method, URI uri, Map<String, List<String>> headers, String body) {
        public String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> header.getValue().getFirst())
                    .findFirst()
                    .orElse("");
        }
    }

    /** Answers a request, at once or in parts. */
    @FunctionalInterface
    public interface Answers {
        void answer(Asked asked, HttpExchange exchange) throws IOException;
    }

    public FakeApi(Answers answers) throws IOException {
        this(InetAddress.getLoopbackAddress(), answers);
    }

    /** Listens on one address of this machine. */
    public FakeApi(InetAddress address, Answers answers) throws IOException {
        server = HttpServer.create(new InetSocketAddress(address, 0), 16);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            var one = new Asked(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            asked.add(one);
            try (exchange) {
                answers.answer(one, exchange);
            }
        });
        server.start();
    }

    /** Answers every request with the same status. */
    public static FakeApi answering(int status, Function<Asked, String> body) throws IOException {
        return new FakeApi((one, exchange) -> answer(exchange, status, body.apply(one)));
    }

    public static void answer(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    public URI uri() {
        return URI.create("http://localhost:" + server.getAddress().getPort());
    }

    public List<Asked> asked() {
        return asked;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
