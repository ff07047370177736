package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.standardwebhooks.Webhook;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import io.plugstream.parts.TcpProxy;
import io.plugstream.system.RecordingReceiver.Received;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code plug} beside a webhook that gets the same events. */
class PlugIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final List<String> STATUSES = List.of("connector.status_changed");

    /** Failures of plug, the network and api-service in turn; {@code -Dplugstream.plug.kill-rounds=20} for more. */
    private static final int KILLS = Integer.getInteger("plugstream.plug.kill-rounds", 4);

    /** Events during a network failure. */
    private static final int MISSED = 10;

    private static Platform platform;

    @TempDir
    Path state;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
    }

    @Test
    void noEventIsLostAndRepetitionsAreAnnounced() throws Exception {
        Organisation organisation = Organisation.create(platform, "plug", "Starter");
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        AtomicInteger changes = new AtomicInteger();
        try (RecordingReceiver webhook = new RecordingReceiver();
                RecordingReceiver mine = new RecordingReceiver();
                TcpProxy network = TcpProxy.to(platform.apiPort());
                ChargePoint charger = organisation.registerCharger("CP-1");
                ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor()) {
            organisation.registerWebhook(webhook.url(), STATUSES, "a secret of the webhook");
            URI api = URI.create("http://localhost:" + network.port());
            String[] arguments = {"listen", "--forward-to", mine.url(), "--events", "connector.status_changed", "--json"
            };
            PlugProcess plug = PlugProcess.start(api, organisation.key(), state, arguments);
            List<PlugProcess> all = new ArrayList<>(List.of(plug));
            int killed = 0;
            try {
                plug.await("connected");
                charger.connect();
                // About twenty events a second.
                Future<?> happening = pace.scheduleWithFixedDelay(
                        () -> changeStatus(charger, changes.getAndIncrement()), 0, 50, TimeUnit.MILLISECONDS);
                for (int kill = 0; kill < KILLS; kill++) {
                    awaitMore(mine, 1 + random.nextInt(40));
                    int connections = plug.lines("connected").size();
                    switch (kill % 3) {
                        case 0 -> {
                            plug.kill();
                            killed++;
                            plug = PlugProcess.start(api, organisation.key(), state, arguments);
                            all.add(plug);
                            plug.await("connected");
                        }
                        case 1 -> {
                            disturb(network, random.nextBoolean(), webhook);
                            awaitConnections(plug, connections + 1);
                        }
                        default -> {
                            platform.kill(Service.API);
                            platform.startByHand(Service.API);
                            awaitConnections(plug, connections + 1);
                        }
                    }
                }
                awaitMore(mine, 5);
                plug.interrupt();
                pace.shutdown();
                assertThat(pace.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
                assertThat(happening.isCancelled())
                        .as("no change has failed before")
                        .isTrue();
                plug = PlugProcess.start(api, organisation.key(), state, arguments);
                all.add(plug);
                Awaitility.await("all that the webhook got")
                        .atMost(LIMIT)
                        .untilAsserted(
                                () -> assertThat(ids(mine)).as("seed " + seed).containsAll(ids(webhook)));
                Awaitility.await()
                        .atMost(LIMIT)
                        .untilAsserted(() -> assertThat(ids(webhook)).containsAll(ids(mine)));
            } finally {
                all.forEach(PlugProcess::close);
            }
            Set<String> announced = all.stream()
                    .flatMap(one -> one.lines("repeated").stream())
                    .map(line -> line.path("eventId").asString())
                    .collect(Collectors.toCollection(TreeSet::new));
            System.out.printf(
                    "plug: %d kills, %d of plug itself; %d events, %d of them POSTed twice, %d announced%n",
                    KILLS, killed, ids(mine).size(), twice(mine).size(), announced.size());
            assertThat(announced).as("only a kill of plug causes repetition").hasSizeLessThanOrEqualTo(killed);
            assertThat(twice(mine)).as("seed " + seed).isSubsetOf(announced);
            assertThat(secrets(all)).as("one secret for all runs").hasSize(1);
            assertSameAsDeliveries(mine, webhook, secrets(all).iterator().next());
        }
    }

    @Test
    void otherCommandsReportTheirResults() throws Exception {
        Organisation organisation = Organisation.create(platform, "plugs", "Starter");
        try (ChargePoint charger = organisation.registerCharger("CP-1")) {
            charger.connect();
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> run(organisation, 0, "chargers", "--json")
                            .getFirst()
                            .at("/chargers/0/status")
                            .asString()
                            .equals("online"));
            assertThat(run(organisation, 0, "keys", "--json")
                            .getFirst()
                            .at("/apiKeys/0/prefix")
                            .asString())
                    .startsWith(organisation.key().substring(0, 14));
            assertThat(run(
                                    organisation,
                                    0,
                                    "command",
                                    "CP-1",
                                    "RemoteStartTransaction",
                                    "{\"idTag\":\"T\"}",
                                    "--wait",
                                    "--json")
                            .getFirst()
                            .path("status")
                            .asString())
                    .isEqualTo("accepted");
            run(organisation, 2, "command", "CP-1", "RemoteStartTransaction", "{\"tag\":\"T\"}");
            run(organisation, 1, "command", "CP-2", "ClearCache");
            run(organisation, 2, "command", "CP-1", "ClearCache", "{");
        }
        String unknown = organisation.key().substring(0, organisation.key().length() - 6) + "000000";
        try (PlugProcess plug = PlugProcess.start(platform.api(), unknown, state, "chargers")) {
            assertThat(plug.awaitExit()).isEqualTo(4);
        }
        try (PlugProcess plug =
                PlugProcess.start(URI.create("http://localhost:1"), organisation.key(), state, "chargers")) {
            assertThat(plug.awaitExit()).isEqualTo(3);
        }
    }

    /** Waits for {@code more} further events; the last one may not be answered yet. */
    private static void awaitMore(RecordingReceiver receiver, int more) throws InterruptedException {
        int wanted = receiver.received().size() + more;
        while (receiver.received().size() < wanted) {
            receiver.await(_ -> true);
        }
    }

    /** Cuts all connections, or drops the API's bytes on them, while events continue. */
    private static void disturb(TcpProxy network, boolean cut, RecordingReceiver webhook) {
        if (cut) {
            network.cut();
        } else {
            network.lose(TcpProxy.Direction.TO_CLIENT);
        }
        int before = webhook.received().size();
        Awaitility.await().atMost(LIMIT).until(() -> webhook.received().size() >= before + MISSED);
        network.restore();
    }

    private static void awaitConnections(PlugProcess plug, int wanted) {
        Awaitility.await("connected again")
                .atMost(LIMIT)
                .until(() -> plug.lines("connected").size() >= wanted);
    }

    private List<JsonNode> run(Organisation organisation, int exit, String... arguments) throws Exception {
        try (PlugProcess plug = PlugProcess.start(platform.api(), organisation.key(), state, arguments)) {
            assertThat(plug.awaitExit()).as(plug.output()).isEqualTo(exit);
            return plug.lines();
        }
    }

    private static void changeStatus(ChargePoint charger, int number) {
        try {
            charger.status(
                    1,
                    number % 2 == 0 ? ChargePointStatus.Preparing : ChargePointStatus.Available,
                    Integer.toString(number));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<String> ids(RecordingReceiver receiver) {
        return receiver.received().stream().map(Received::webhookId).collect(Collectors.toSet());
    }

    private static Set<String> twice(RecordingReceiver receiver) {
        Set<String> seen = new HashSet<>();
        return receiver.received().stream()
                .map(Received::webhookId)
                .filter(id -> !seen.add(id))
                .collect(Collectors.toSet());
    }

    private static Set<String> secrets(List<PlugProcess> all) {
        return all.stream()
                .flatMap(one -> one.lines("listening").stream())
                .map(line -> line.path("secret").asString())
                .collect(Collectors.toSet());
    }

    private static void assertSameAsDeliveries(RecordingReceiver mine, RecordingReceiver webhook, String secret) {
        Map<String, Received> deliveries = webhook.received().stream()
                .collect(Collectors.toMap(Received::webhookId, Function.identity(), (first, _) -> first));
        assertThat(mine.received()).isNotEmpty().allSatisfy(post -> {
            Received delivery = Objects.requireNonNull(deliveries.get(post.webhookId()), post::webhookId);
            assertThat(post.body()).isEqualTo(delivery.body());
            for (String header : List.of("content-type", "user-agent")) {
                assertThat(post.headers().firstValue(header))
                        .as(header)
                        .isEqualTo(delivery.headers().firstValue(header));
            }
            assertThatCode(() -> new Webhook(secret).verify(post.body(), post.headers()))
                    .doesNotThrowAnyException();
        });
    }
}
