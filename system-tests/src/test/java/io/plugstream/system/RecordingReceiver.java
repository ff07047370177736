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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** A webhook receiver that keeps every request and answers 204. */
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

    private static final int LONGEST_WAIT_SECONDS = 15;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Received> unseen = new LinkedBlockingQueue<>();

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

    /**
     * Returns the first match among the requests that no earlier call examined. Waits without polling, so that
     * measurements do not load the machine.
     */
    Received await(Predicate<Received> wanted) throws InterruptedException {
        while (true) {
            Received next = unseen.poll(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("nothing arrived for " + LONGEST_WAIT_SECONDS + " s");
            }
            if (wanted.test(next)) {
                return next;
            }
        }
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
        Received one = new Received(
                exchange.getRequestURI().getPath(),
                HttpHeaders.of(headers, (_, _) -> true),
                new String(body, StandardCharsets.UTF_8),
                at);
        received.add(one);
        unseen.add(one);
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }
}
