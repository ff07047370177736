package io.plugstream.gateway;

import io.plugstream.model.json.Json;
import java.io.EOFException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** A charger on a WebSocket that can send any text, including invalid messages. */
final class TestCharger implements WebSocket.Listener, AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** Messages, and a missing node at the end of the connection. */
    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();

    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();
    private final CompletableFuture<WebSocket> opened = new CompletableFuture<>();
    private final CountDownLatch pinged = new CountDownLatch(1);
    private int messages;

    private TestCharger() {}

    static TestCharger connect(int port, String organisation, String chargeBox, String password) throws Exception {
        TestCharger charger = new TestCharger();
        String path = organisation
                + '/'
                + URLEncoder.encode(chargeBox, StandardCharsets.UTF_8).replace("+", "%20");
        open(charger, port, path, chargeBox + ':' + password, "ocpp1.6").get(20, TimeUnit.SECONDS);
        return charger;
    }

    static TestCharger withProtocol(int port, String path, String credentials, String protocol) throws Exception {
        TestCharger charger = new TestCharger();
        open(charger, port, path, credentials, protocol).get(20, TimeUnit.SECONDS);
        return charger;
    }

    /** Connects over TLS with {@code client}; without a password if {@code credentials} is empty. */
    static TestCharger secure(HttpClient client, int port, String path, String credentials) throws Exception {
        TestCharger charger = new TestCharger();
        open(client, "wss", charger, port, path, credentials, "ocpp1.6").get(20, TimeUnit.SECONDS);
        return charger;
    }

    static CompletableFuture<WebSocket> open(
            WebSocket.Listener listener, int port, String path, String credentials, String protocol) {
        return open(CLIENT, "ws", listener, port, path, credentials, protocol);
    }

    private static CompletableFuture<WebSocket> open(
            HttpClient client,
            String scheme,
            WebSocket.Listener listener,
            int port,
            String path,
            String credentials,
            String protocol) {
        WebSocket.Builder builder = client.newWebSocketBuilder();
        if (!credentials.isEmpty()) {
            builder.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
        }
        if (!protocol.isEmpty()) {
            builder.subprotocols(protocol);
        }
        return builder.buildAsync(URI.create(scheme + "://localhost:" + port + "/ocpp/" + path), listener);
    }

    /** The payload of the CALLRESULT. */
    JsonNode call(String action, String payload) throws Exception {
        JsonNode answer = exchange(action, payload);
        if (answer.get(0).intValue() != 3) {
            throw new AssertionError("not a CALLRESULT: " + answer);
        }
        return answer.get(2);
    }

    /** The whole answer. */
    JsonNode exchange(String action, String payload) throws Exception {
        String id = "m" + ++messages;
        send("[2,\"" + id + "\",\"" + action + "\"," + payload.replace('\'', '"') + "]");
        JsonNode answer = receive();
        if (!answer.get(1).stringValue().equals(id)) {
            throw new AssertionError("answer to another message: " + answer);
        }
        return answer;
    }

    void send(String frame) throws Exception {
        socket().sendText(frame, true).get(20, TimeUnit.SECONDS);
    }

    /** Sends the beginning of a frame. */
    void sendPart(String part) throws Exception {
        socket().sendText(part, false).get(20, TimeUnit.SECONDS);
    }

    void sendBinary(byte[] bytes) throws Exception {
        socket().sendBinary(ByteBuffer.wrap(bytes), true).get(20, TimeUnit.SECONDS);
    }

    /** @throws EOFException if the connection ends first */
    JsonNode receive() throws Exception {
        JsonNode answer = answers.poll(30, TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError("no answer within 30 s");
        }
        if (answer.isMissingNode()) {
            throw new EOFException("the connection ended with " + closed.join());
        }
        return answer;
    }

    /** The messages that were received but not read yet. */
    List<JsonNode> received() {
        return answers.stream().filter(answer -> !answer.isMissingNode()).toList();
    }

    String subprotocol() {
        return socket().getSubprotocol();
    }

    /** Waits for the first ping. Its pong is sent before every message that is sent after this. */
    void awaitPing() throws Exception {
        if (!pinged.await(20, TimeUnit.SECONDS)) {
            throw new AssertionError("no ping within 20 s");
        }
    }

    int awaitClose() throws Exception {
        return closed.get(20, TimeUnit.SECONDS);
    }

    boolean isClosed() {
        return closed.isDone();
    }

    /** Drops the connection. */
    void abort() {
        socket().abort();
    }

    private WebSocket socket() {
        return opened.join();
    }

    @Override
    public void onOpen(WebSocket webSocket) {
        opened.complete(webSocket);
        webSocket.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            answers.add(Json.mapper().readTree(partial.toString()));
            partial.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket webSocket, ByteBuffer message) {
        pinged.countDown();
        webSocket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
        ended(statusCode);
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        ended(1006);
    }

    private void ended(int statusCode) {
        closed.complete(statusCode);
        answers.add(MissingNode.getInstance());
    }

    @Override
    public void close() {
        if (!closed.isDone()) {
            socket().sendClose(WebSocket.NORMAL_CLOSURE, "")
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
            closed.orTimeout(20, TimeUnit.SECONDS).join();
        }
    }
}
