package io.plugstream.simulator.fleet;

import io.plugstream.simulator.protocol.Frame;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A WebSocket that carries OCPP-J frames. */
final class ChargerSocket implements WebSocket.Listener {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int LONGEST = 256 * 1024;

    private final Listener listener;
    private final StringBuilder text = new StringBuilder();
    private final AtomicBoolean ended = new AtomicBoolean();
    private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);
    private volatile @Nullable WebSocket webSocket;

    /** Receives frames and the end of a connection, one call at a time. */
    interface Listener {
        void received(ChargerSocket socket, Frame frame);

        void ended(ChargerSocket socket, String reason);
    }

    private ChargerSocket(Listener listener) {
        this.listener = listener;
    }

    /** Opens a connection; fails if the handshake fails. */
    static CompletableFuture<ChargerSocket> open(
            HttpClient http, ChargerAddress address, String protocol, Listener listener) {
        var socket = new ChargerSocket(listener);
        return http.newWebSocketBuilder()
                .connectTimeout(TIMEOUT)
                .subprotocols(protocol)
                .header("Authorization", address.credentials())
                .buildAsync(address.url(), socket)
                .thenApply(webSocket -> {
                    if (!webSocket.getSubprotocol().equals(protocol)) {
                        webSocket.abort();
                        throw new CompletionException(
                                new ConnectException("the central system does not support " + protocol));
                    }
                    socket.webSocket = webSocket;
                    return socket;
                });
    }

    /** A short reason for a failure. */
    static String reason(Throwable failure) {
        var cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return switch (cause) {
            case WebSocketHandshakeException refused ->
                "HTTP " + refused.getResponse().statusCode();
            case ConnectException unreachable when unreachable.getMessage() == null -> "unreachable";
            default -> String.valueOf(cause.getMessage());
        };
    }

    /** Sends texts one after the other: the socket accepts the next only after it has sent the last. */
    synchronized void send(String frame) {
        var open = webSocket;
        if (open == null) {
            return;
        }
        sent = sent.thenCompose(_ -> open.sendText(frame, true));
        var _ = sent.whenComplete((_, failure) -> {
            if (failure != null) {
                end(reason(failure));
            }
        });
    }

    /** Sends a close frame; completes when it is sent or could not be. */
    synchronized CompletableFuture<?> close() {
        var open = webSocket;
        if (open == null || !ended.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(null);
        }
        return sent.thenCompose(_ -> open.sendClose(WebSocket.NORMAL_CLOSURE, ""))
                .orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .handle((_, _) -> {
                    open.abort();
                    return null;
                });
    }

    /** Ends the connection without a close frame. */
    void abort(String reason) {
        var open = webSocket;
        if (open != null) {
            open.abort();
        }
        end(reason);
    }

    private void end(String reason) {
        if (ended.compareAndSet(false, true)) {
            listener.ended(this, reason);
        }
    }

    /** Starts receiving frames, once the charger uses this connection. */
    void begin() {
        var open = webSocket;
        if (open != null) {
            open.request(1);
        }
    }

    @Override
    public void onOpen(WebSocket opened) {
        webSocket = opened;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        if (text.length() + part.length() > LONGEST) {
            abort("a frame was too long");
            return null;
        }
        text.append(part);
        if (last) {
            var whole = text.toString();
            text.setLength(0);
            // An invalid frame is ignored and does not end the connection (OCPP 1.6-J, 4.2.3).
            Frame.read(whole).filter(_ -> !ended.get()).ifPresent(frame -> listener.received(this, frame));
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        end("closed with " + status + (reason.isEmpty() ? "" : " " + reason));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable failure) {
        end(reason(failure));
    }
}
