package io.plugstream.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/** A webhook's receiving end: keeps every request and answers 204. */
final class RecordingReceiver implements AutoCloseable {

    /** One POST; {@code at} is {@link System#nanoTime} when its body had been read. */
    record Received(String path, HttpHeaders headers, String body, long at) {

        JsonNode json() {
            return Json.mapper().readTree(body);
        }

        String event() {
            return json().get("event").stringValue();
        }

        String webhookId() {
            return headers.firstValue("webhook-id").orElseThrow();
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Received> received = new CopyOnWriteArrayList<>();

    RecordingReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/hook";
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    List<Received> received(String event) {
        return received.stream().filter(one -> one.event().equals(event)).toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    private void receive(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        long at = System.nanoTime();
        Map<String, List<String>> headers = Map.copyOf(exchange.getRequestHeaders());
        received.add(new Received(
                exchange.getRequestURI().getPath(),
                HttpHeaders.of(headers, (_, _) -> true),
                new String(body, StandardCharsets.UTF_8),
                at));
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }
}
