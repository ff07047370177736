package io.plugstream.system.fault;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.system.account.Post;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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

/** The receivers of all webhooks, which record each POST and answer 204. */
final class Receivers implements AutoCloseable {

    private record Arrival(String path, UUID eventId, Instant at, int body) {}

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
                .map(one ->
                        new Post(Objects.requireNonNull(webhooks.get(one.path())), one.eventId(), one.at(), one.body()))
                .toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    private void receive(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        arrivals.add(new Arrival(
                exchange.getRequestURI().getPath(),
                UUID.fromString(exchange.getRequestHeaders().getFirst("webhook-id")),
                Instant.now(),
                new String(body, StandardCharsets.UTF_8).hashCode()));
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }
}
