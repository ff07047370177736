package io.plugstream.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TcpProxy.Direction;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** The network between the sandbox and Kafka drops traffic silently. */
class SilentNetworkIT {

    private static final Duration NOTICED = Duration.ofSeconds(15);

    /** A session of the consumer group may expire, and then the shards are opened again: time-outs in a row. */
    private static final Duration RECOVERED = Duration.ofSeconds(45);

    private static final Duration LONG = Duration.ofSeconds(60);

    private static Kafka broker;
    private static ConfigurableApplicationContext sandbox;
    private static SandboxClient client;

    @BeforeAll
    static void start() {
        broker = RealParts.newProxiedKafka();
        sandbox = SandboxService.start(
                broker.proxiedServers(),
                // No order becomes too old during an outage.
                "--plugstream.simulation.order-life=10m");
        client = new SandboxClient(broker.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        client.close();
        sandbox.close();
        broker.close();
    }

    @AfterEach
    void restore() {
        broker.network().restore();
    }

    @Test
    void ordersAreObeyedAgainAfterConnectionsWereForgotten() throws Exception {
        Swipes swipes = Swipes.begun();
        broker.network().forget();

        swipes.goOn();
        swipes.awaitObeyed(RECOVERED);

        swipes.assertExact();
    }

    @Test
    void silenceInBothDirectionsIsNoticedAndOrdersAreObeyedAfterwards() throws Exception {
        Swipes swipes = Swipes.begun();
        broker.network().hold(Direction.TO_SERVER, Direction.TO_CLIENT);
        swipes.goOn();
        awaitNoticed();

        broker.network().restore();
        swipes.awaitObeyed(RECOVERED);

        swipes.assertExact();
    }

    @Test
    void ordersAreObeyedOnceWhileAcknowledgementsAreLost() throws Exception {
        Swipes swipes = Swipes.begun();
        // Some of these orders are being obeyed when the loss begins.
        swipes.goOn();
        broker.network().lose(Direction.TO_CLIENT);
        swipes.goOn();
        awaitNoticed();

        broker.network().restore();
        swipes.awaitObeyed(RECOVERED);

        swipes.assertExact();
    }

    private static void awaitNoticed() {
        await("health is down")
                .atMost(NOTICED)
                .until(() -> sandbox.getBean(HealthEndpoint.class)
                        .health()
                        .getStatus()
                        .equals(Status.DOWN));
    }

    /** Swipes at several chargers. Each starts a session or stops it, so a lost or repeated one would show. */
    private static final class Swipes {

        private static final int ROUNDS = 3;

        private final List<ChargerId> chargers;
        private final Map<ChargerId, Long> lastOrders = new HashMap<>();
        private int count;

        private Swipes(List<ChargerId> chargers) {
            this.chargers = chargers;
        }

        /** The first swipes, before an outage. */
        static Swipes begun() throws Exception {
            String organisation = "org-" + UUID.randomUUID();
            Swipes swipes = new Swipes(IntStream.range(0, 6)
                    .mapToObj(number -> new ChargerId(organisation, "CP-" + number))
                    .toList());
            for (ChargerId charger : swipes.chargers) {
                client.register(charger);
            }
            // An order does not wait long for its charger's registration.
            await("the chargers wake")
                    .atMost(LONG)
                    .until(() -> swipes.chargers.stream()
                            .allMatch(charger -> client.state(charger).isPresent()));
            for (ChargerId charger : swipes.chargers) {
                client.act(charger, SandboxAction.PLUG_IN);
            }
            swipes.goOn();
            swipes.awaitObeyed(LONG);
            return swipes;
        }

        void goOn() throws Exception {
            for (int round = 0; round < ROUNDS; round++) {
                for (ChargerId charger : chargers) {
                    lastOrders.put(charger, client.act(charger, SandboxAction.SWIPE));
                }
                count++;
            }
        }

        void awaitObeyed(Duration most) {
            await("orders").atMost(most).until(() -> chargers.stream().allMatch(this::hasObeyed));
        }

        private boolean hasObeyed(ChargerId charger) {
            long last = Objects.requireNonNull(lastOrders.get(charger));
            return client.state(charger).orElseThrow().through() >= last;
        }

        void assertExact() {
            for (ChargerId charger : chargers) {
                assertThat(sessions(charger, "started"))
                        .as("started at " + charger)
                        .hasSize((count + 1) / 2)
                        .doesNotHaveDuplicates();
                assertThat(sessions(charger, "stopped"))
                        .as("stopped at " + charger)
                        .hasSize(count / 2)
                        .doesNotHaveDuplicates();
            }
            assertThat(client.setBack()).isEmpty();
        }

        /** The sessions of the charger's unsent messages of one kind. */
        private static List<String> sessions(ChargerId charger, String message) {
            return Json.mapper()
                    .readTree(client.state(charger).orElseThrow().memory())
                    .path("queue")
                    .valueStream()
                    .filter(unsent -> unsent.path("message").asString().equals(message))
                    .map(unsent -> unsent.path("session").asString())
                    .toList();
        }
    }
}
