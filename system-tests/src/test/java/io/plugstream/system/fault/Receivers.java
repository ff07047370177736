package io.plugstream.system.fault;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.system.account.Post;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The receivers of all webhooks, which record each POST. Of 20 events, 17 are answered with 204, one with 503, one with
 * a closed connection, and one with silence.
 */
final class Receivers implements AutoCloseable {

    private static final int KINDS = 20;

    /** Far longer than a dispatcher waits. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    private record Arrival(String path, UUID eventId, Instant at, int body, int status) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    private final Map<String, String> webhooks = new ConcurrentHashMap<>();

    Receivers() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    String url(String name) {
        return "http://localhost:" + server.getAddress().getPort() + "/" + name;
    }

    /** Assigns the receiver with this name to a webhook. */
    void belongs(String name, String webhookId) {
        webhooks.put("/" + name, webhookId);
    }

    int count() {
        return arrivals.size();
    }

    List<Post> posts() {
        return arrivals.stream()
                .map(one -> new Post(
                        Objects.requireNonNull(webhooks.get(one.path())),
                        one.eventId(),
                        one.at(),
                        one.body(),
                        one.status()))
                .toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        threads.close();
    }

    private void receive(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        UUID eventId = UUID.fromString(exchange.getRequestHeaders().getFirst("webhook-id"));
        int kind = Math.floorMod(eventId.hashCode(), KINDS);
        int status = kind > 2 ? 204 : kind == 2 ? 503 : 0;
        arrivals.add(new Arrival(
                exchange.getRequestURI().getPath(),
                eventId,
                Instant.now(),
                new String(body, StandardCharsets.UTF_8).hashCode(),
                status));
        try (exchange) {
            if (kind == 1) {
                TimeUnit.MILLISECONDS.sleep(SILENCE.toMillis());
            }
            // Without a status, the connection is closed.
            if (status > 0) {
                exchange.sendResponseHeaders(status, -1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
