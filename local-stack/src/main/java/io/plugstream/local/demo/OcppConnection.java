package io.plugstream.local.demo;

import io.plugstream.model.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A charger's side of an OCPP-J 1.6 connection: one call at a time, as section 4.1.1 demands. */
final class OcppConnection implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final OcppInbox inbox;
    private @Nullable WebSocket socket;

    private OcppConnection(Commands commands) {
        this.inbox = new OcppInbox(commands);
    }

    /** Answers CALLs of the central system, at once. */
    interface Commands {
        CommandAnswer answer(String action, JsonNode payload);
    }

    /** The central system answered with a CALLERROR. */
    static final class CallRefused extends Exception {
        CallRefused(String code, String description) {
            super(code + (description.isEmpty() ? "" : ": " + description));
        }
    }

    static OcppConnection open(URI address, String user, String password, Commands commands)
            throws IOException, InterruptedException {
        var credentials = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        var connection = new OcppConnection(commands);
        connection.socket = await(CLIENT.newWebSocketBuilder()
                .connectTimeout(Duration.ofSeconds(5))
                .subprotocols("ocpp1.6")
                .header("Authorization", "Basic " + credentials)
                .buildAsync(address, connection.inbox));
        return connection;
    }

    /**
     * Makes a call and waits for its answer.
     *
     * @throws IOException if the connection broke or no answer came: whether the call was heard is unknown
     * @throws CallRefused if the answer is a CALLERROR
     */
    JsonNode call(String action, Map<String, ?> payload) throws IOException, InterruptedException, CallRefused {
        var id = UUID.randomUUID().toString();
        var answer = inbox.expect(id);
        send(Json.mapper().writeValueAsString(List.of(2, id, action, payload)));
        var message = await(answer);
        if (message.path(0).asInt() == 4) {
            throw new CallRefused(message.path(2).asString(""), message.path(3).asString(""));
        }
        return message.path(2);
    }

    @Override
    public void close() {
        if (socket != null) {
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "")
                    .exceptionally(gone -> null)
                    .join();
            socket.abort();
        }
    }

    private void send(String text) throws IOException, InterruptedException {
        if (socket == null) {
            throw new IOException("not connected");
        }
        await(inbox.send(socket, text));
    }

    private static <T> T await(CompletableFuture<T> future) throws IOException, InterruptedException {
        try {
            return future.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IOException(reason(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new IOException("no answer within %d s".formatted(ANSWER.toSeconds()), e);
        }
    }

    private static @Nullable String reason(@Nullable Throwable cause) {
        return switch (cause) {
            case null -> null;
            case WebSocketHandshakeException refused ->
                "HTTP " + refused.getResponse().statusCode();
            case ConnectException _ -> "nobody answers";
            default -> cause.getMessage();
        };
    }

    /** What the central system sends: answers to our call, and its own calls. */
    private static final class OcppInbox implements WebSocket.Listener {
        private final Commands commands;
        private final StringBuilder text = new StringBuilder();
        private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);
        private String expected = "";
        private CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        private boolean closed;

        OcppInbox(Commands commands) {
            this.commands = commands;
        }

        /** A socket takes the next text only when it has sent the last. */
        synchronized CompletableFuture<?> send(WebSocket socket, String message) {
            sent = sent.thenCompose(_ -> socket.sendText(message, true));
            return sent;
        }

        synchronized CompletableFuture<JsonNode> expect(String id) throws IOException {
            if (closed) {
                throw new IOException("the connection is closed");
            }
            expected = id;
            answer = new CompletableFuture<>();
            return answer;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                var message = Json.mapper().readTree(text.toString());
                text.setLength(0);
                received(socket, message);
            }
            socket.request(1);
            return null;
        }

        private synchronized void received(WebSocket socket, JsonNode message) {
            if (message.path(0).asInt() == 2) {
                var id = message.path(1).asString("");
                List<Object> frame = switch (commands.answer(message.path(2).asString(""), message.path(3))) {
                    case CommandAnswer.Result(var payload) -> List.of(3, id, payload);
                    case CommandAnswer.Refusal(var code, var description) ->
                        List.of(4, id, code, description, Map.of());
                };
                var _ = send(socket, Json.mapper().writeValueAsString(frame));
            } else if (message.path(1).asString("").equals(expected)) {
                answer.complete(message);
            }
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            end(new IOException("closed with " + status + " " + reason));
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            end(error);
        }

        private synchronized void end(Throwable cause) {
            closed = true;
            answer.completeExceptionally(cause);
        }
    }
}
