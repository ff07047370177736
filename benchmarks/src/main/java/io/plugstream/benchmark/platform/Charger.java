package io.plugstream.benchmark.platform;

import io.plugstream.benchmark.platform.Member.Registered;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A charger's WebSocket that sends any text. */
public final class Charger implements AutoCloseable {

    private static final int TIMEOUT_SECONDS = 30;

    private final WebSocket socket;
    private final CompletableFuture<Void> gone;
    private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);

    private Charger(WebSocket socket, CompletableFuture<Void> gone) {
        this.socket = socket;
        this.gone = gone;
    }

    /** Connects with a WebSocket subprotocol; {@code heard} gets each text. */
    public static Charger connect(
            HttpClient http, int port, Member member, Registered charger, String protocol, Consumer<String> heard)
            throws InterruptedException {
        String credentials = charger.chargeBoxId() + ':' + charger.password();
        CompletableFuture<Void> gone = new CompletableFuture<>();
        try {
            WebSocket socket = http.newWebSocketBuilder()
                    .header(
                            "Authorization",
                            "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
                    .subprotocols(protocol)
                    .buildAsync(
                            URI.create("ws://localhost:%d/ocpp/%s/%s"
                                    .formatted(port, member.organisation(), charger.chargeBoxId())),
                            new Ear(heard, gone))
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            return new Charger(socket, gone);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a charger of " + member.organisation() + " cannot connect", e);
        }
    }

    /** Sends {@code text} after all earlier texts. */
    public synchronized void send(String text) {
        sent = sent.thenCompose(_ -> socket.sendText(text, true));
    }

    /** Completes when the other side or the network has closed the socket. */
    public CompletableFuture<Void> gone() {
        return gone;
    }

    /** Whether the socket can still send. */
    public boolean isOpen() {
        return !socket.isOutputClosed() && !socket.isInputClosed() && !sent.isCompletedExceptionally();
    }

    @Override
    public void close() {
        socket.abort();
    }

    private static final class Ear implements WebSocket.Listener {

        private final Consumer<String> heard;
        private final CompletableFuture<Void> gone;
        private final StringBuilder text = new StringBuilder();

        Ear(Consumer<String> heard, CompletableFuture<Void> gone) {
            this.heard = heard;
            this.gone = gone;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            gone.complete(null);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            gone.complete(null);
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                heard.accept(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }
    }
}
