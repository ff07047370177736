package io.plugstream.local.demo;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.local.process.StartException;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A receiver as an integrator would write it: verifies the signature, prints one line per webhook and answers at once.
 */
final class WebhookReceiver implements AutoCloseable {
    static final String PATH = "/webhooks";
    private static final int MAX_BODY = 256 * 1024;
    private static final int REMEMBERED = 10_000;

    private final HttpServer server;
    private final Consumer<String> say;
    private final Consumer<JsonNode> heard;
    private final Set<String> seen = Collections.synchronizedSet(Collections.newSetFromMap(new RecentIds()));
    private volatile @Nullable Webhook verifier;

    private WebhookReceiver(HttpServer server, Consumer<String> say, Consumer<JsonNode> heard) {
        this.server = server;
        this.say = say;
        this.heard = heard;
    }

    /**
     * Listens on loopback. Rejects everything until {@link #verifyWith} has set the secret.
     *
     * @param heard receives the body of each webhook with a valid signature
     */
    static WebhookReceiver start(int port, Consumer<String> say, Consumer<JsonNode> heard) {
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            var receiver = new WebhookReceiver(server, say, heard);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext(PATH, receiver::receive);
            server.start();
            return receiver;
        } catch (IOException e) {
            throw new StartException(
                    "The webhook receiver does not start on port %d: %s".formatted(port, e.getMessage()), e);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Accepts what is signed with {@code secret} from now on. */
    void verifyWith(String secret) {
        try {
            verifier = new Webhook(secret);
        } catch (EmptyWebhookSecretException e) {
            throw new StartException("The webhook's secret is empty", e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readNBytes(MAX_BODY);
            if (isGenuine(exchange, body)) {
                var id = exchange.getRequestHeaders().getFirst(Webhook.UNBRANDED_MSG_ID_KEY);
                var repeated = seen.add(id) ? "" : "  (AGAIN: " + id + ")";
                exchange.sendResponseHeaders(204, -1);
                take(body, repeated);
            } else {
                say.accept("Rejected a webhook whose signature is invalid");
                exchange.sendResponseHeaders(401, -1);
            }
        }
    }

    private boolean isGenuine(HttpExchange exchange, byte[] body) {
        var present = verifier;
        if (present == null) {
            return false;
        }
        try {
            present.verify(new String(body, StandardCharsets.UTF_8), exchange.getRequestHeaders());
            return true;
        } catch (WebhookVerificationException e) {
            return false;
        }
    }

    private void take(byte[] body, String remark) {
        try {
            var envelope = Json.mapper().readTree(body);
            say.accept("webhook  %s  %-24s %s%s"
                    .formatted(
                            envelope.path("timestamp").asString(""),
                            envelope.path("event").asString(""),
                            envelope.path("data"),
                            remark));
            heard.accept(envelope);
        } catch (JacksonException e) {
            say.accept("webhook  (not JSON, %d bytes)%s".formatted(body.length, remark));
        }
    }

    private static final class RecentIds extends LinkedHashMap<String, Boolean> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }
}
