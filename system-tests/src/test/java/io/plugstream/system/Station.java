package io.plugstream.system;

import io.plugstream.model.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A charging station that speaks OCPP 2.0.1 over the JDK's WebSocket. It accepts DataTransfer and rejects every other
 * command.
 */
public final class Station implements WebSocket.Listener {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final long ANSWER_SECONDS = 20;

    private final String chargeBoxId;
    private final String connectionUrl;
    private final String password;
    private final Map<String, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile Consumer<String> dataReceiver = _ -> {};
    private final StringBuilder text = new StringBuilder();
    private @Nullable WebSocket socket;

    /** A CALLERROR. */
    public static final class CallError extends Exception {
        CallError(String code) {
            super(code);
        }
    }

    Station(String chargeBoxId, String connectionUrl, String password) {
        this.chargeBoxId = chargeBoxId;
        this.connectionUrl = connectionUrl;
        this.password = password;
    }

    /** The same station with its own socket at another gateway of this host. */
    public Station at(int port) {
        return new Station(chargeBoxId, connectionUrl.replaceFirst(":\\d+/", ":" + port + "/"), password);
    }

    /** Passes the data of each received DataTransfer on before it is accepted. */
    public void onDataTransfer(Consumer<String> receiver) {
        dataReceiver = receiver;
    }

    public void connect() throws InterruptedException, ExecutionException, TimeoutException {
        String credentials =
                Base64.getEncoder().encodeToString((chargeBoxId + ':' + password).getBytes(StandardCharsets.UTF_8));
        WebSocket opened = HTTP.newWebSocketBuilder()
                .subprotocols("ocpp2.0.1")
                .header("Authorization", "Basic " + credentials)
                .buildAsync(URI.create(connectionUrl), this)
                .get(ANSWER_SECONDS, TimeUnit.SECONDS);
        if (!opened.getSubprotocol().equals("ocpp2.0.1")) {
            opened.abort();
            throw new IllegalStateException("the gateway does not speak OCPP 2.0.1");
        }
        socket = opened;
    }

    /** Completes when the connection has ended, whoever ended it. */
    public CompletableFuture<Void> closed() {
        return closed;
    }

    /** Ends the connection, if there is one. */
    public void disconnect() {
        WebSocket open = socket;
        if (open != null) {
            var _ = open.sendClose(WebSocket.NORMAL_CLOSURE, "").whenComplete((_, _) -> open.abort());
        }
        end();
    }

    /**
     * Sends a CALL and returns the payload of its answer.
     *
     * @throws CallError if the answer is a CALLERROR
     */
    public JsonNode call(String action, Map<String, ?> payload)
            throws CallError, InterruptedException, ExecutionException, TimeoutException {
        WebSocket open = socket;
        if (open == null) {
            throw new IllegalStateException("not connected");
        }
        String id = UUID.randomUUID().toString();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        var _ = closed.thenRun(() -> answer.completeExceptionally(new IllegalStateException("the connection ended")));
        try {
            open.sendText(Json.mapper().writeValueAsString(List.of(2, id, action, payload)), true)
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS);
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CallError error) {
                throw error;
            }
            throw e;
        } finally {
            waiting.remove(id);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            JsonNode frame = Json.mapper().readTree(text.toString());
            text.setLength(0);
            received(from, frame);
        }
        from.request(1);
        return null;
    }

    private void received(WebSocket from, JsonNode frame) {
        String id = frame.path(1).asString("");
        int kind = frame.path(0).asInt();
        CompletableFuture<JsonNode> answer = waiting.get(id);
        if (kind == 2) {
            var _ = from.sendText(
                    Json.mapper().writeValueAsString(response(id, frame.path(2).asString(""), frame.path(3))), true);
        } else if (answer != null && kind == 3) {
            answer.complete(frame.path(2));
        } else if (answer != null) {
            answer.completeExceptionally(new CallError(frame.path(2).asString("")));
        }
    }

    private List<Object> response(String id, String action, JsonNode payload) {
        if (!action.equals("DataTransfer")) {
            return List.of(4, id, "NotImplemented", "", Map.of());
        }
        String data = payload.path("data").asString("");
        dataReceiver.accept(data);
        return List.of(3, id, Map.of("status", "Accepted", "data", data));
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        end();
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable failure) {
        end();
    }

    private void end() {
        closed.complete(null);
    }
}
