package io.plugstream.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plugstream.local.demo.PublicApi.Credential;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens at a charger in each status, against an API that records the orders. */
class VisitsTest {
    private static final Visits.Pace PACE =
            new Visits.Pace(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200));

    private static final String NORMAL_SESSION = "scenarios {\"scenario\":\"normalSession\"}";
    private static final String PLUG_IN = "actions {\"action\":\"plugIn\"}";
    private static final String UNPLUG = "actions {\"action\":\"unplug\"}";

    private final Queue<String> orders = new ConcurrentLinkedQueue<>();
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile String status = "Available";
    private volatile int answer = 202;
    private HttpServer server;
    private Visits visits;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        var port = server.getAddress().getPort();
        visits = new Visits(
                new PublicApi(port, port), Credential.apiKey("plug_test_1"), "demo-charger", PACE, said::add);
    }

    @AfterEach
    void stop() {
        visits.close();
        server.stop(0);
    }

    @Test
    void carsVisitAFreeCharger() {
        visits.start();
        await().until(() -> orders.size() >= 2);
        assertThat(orders).containsOnly(NORMAL_SESSION);
    }

    /** The first car would otherwise come a minute late. */
    @Test
    void aCarVisitsAChargerWhoseStatusTheApiDoesNotShowYet() {
        status = "";
        visits.hear("Available");
        visits.start();
        await().until(() -> !orders.isEmpty());
        assertThat(orders.peek()).isEqualTo(NORMAL_SESSION);
    }

    @Test
    void aCarComesAfterARemoteStart() {
        status = "Preparing";
        visits.start();
        await().until(() -> !orders.isEmpty());
        assertThat(orders.peek()).isEqualTo(PLUG_IN);
    }

    /** The webhooks of a start may arrive in another order than its events. */
    @Test
    void noCarComesForAStartThatIsOver() {
        visits.hear("Preparing");
        visits.start();
        await().until(() -> !orders.isEmpty());
        assertThat(orders.peek()).isEqualTo(NORMAL_SESSION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Charging", "SuspendedEV", "Preparing"})
    void aCarStaysUntilItsChargeEnds(String before) {
        status = before;
        visits.start();
        await().until(() -> reads.get() >= 2);
        assertThat(orders).doesNotContain(UNPLUG, NORMAL_SESSION);
        visits.hear("Finishing");
        await().until(() -> orders.contains(UNPLUG));
        visits.hear("Available");
        await().until(() -> orders.contains(NORMAL_SESSION));
    }

    @Test
    void aRunningScenarioIsLeftAlone() {
        answer = 409;
        visits.start();
        await().until(() -> orders.size() >= 2);
        assertThat(said).isEmpty();
    }

    @Test
    void saysWhyNoCarComes() {
        answer = 503;
        visits.start();
        await().until(() -> orders.size() >= 3);
        assertThat(said).singleElement().asString().contains("No car visits demo-charger for now", "503");
    }

    @Test
    void saysThatTheApiIsAway() {
        server.stop(0);
        visits.start();
        await().until(() -> !said.isEmpty());
        assertThat(said.peek())
                .isEqualTo("No car visits demo-charger for now: nobody listens at localhost:"
                        + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            if (exchange.getRequestMethod().equals("GET")) {
                reads.incrementAndGet();
                respond(exchange, 200, "{\"connectors\":[{\"connectorId\":1,\"status\":\"" + status + "\"}]}");
                return;
            }
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(List.of(path.split("/"))).contains("sandbox", "demo-charger");
            orders.add(path.substring(path.lastIndexOf('/') + 1) + ' ' + body);
            respond(exchange, answer, "{}");
        }
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
