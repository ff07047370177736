package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.topic.Topics;
import io.plugstream.system.RecordingReceiver.Received;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Two instances of each service but the sandbox, restarted in turn with SIGTERM while chargers charge and clients call: only the first
 * of each, or both with {@code -Dplugstream.rolling-restart=all}.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RollingRestartIT {

    private static final boolean ALL = "all".equals(System.getProperty("plugstream.rolling-restart"));
    private static final int CHARGERS = 3;
    private static final Duration BETWEEN_SESSIONS = Duration.ofMillis(300);
    private static final Duration BETWEEN_CALLS = Duration.ofMillis(200);
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final String SECRET = "a secret of printable characters";
    private static final List<Service> SERVICES =
            List.of(Service.QUOTA, Service.DISPATCHER, Service.GATEWAY, Service.API);

    @TempDir
    static Path scratch;

    private static Platform platform;
    private static final Map<Service, ServiceInstance> SECOND = new EnumMap<>(Service.class);

    @BeforeAll
    static void startSecondInstances() throws Exception {
        platform = SharedPlatform.get();
        for (Service service : SERVICES) {
            ServiceInstance node = ServiceInstance.of(platform, service, "second", scratch);
            SECOND.put(service, node);
            node.launch();
        }
        SECOND.values().forEach(ServiceInstance::awaitReady);
    }

    @AfterAll
    static void stopSecondInstances() {
        SECOND.values().forEach(ServiceInstance::close);
    }

    @Test
    void rollingRestartLosesNothing() throws Exception {
        Organisation organisation = Organisation.create(platform, "rolling", "Growth");
        List<String> names = new ArrayList<>();
        for (int i = 0; i < CHARGERS; i++) {
            names.add("LOAD-" + i);
        }
        Map<String, ChargePoint> chargers = organisation.registerChargers(names);
        List<Integer> gateways =
                List.of(platform.gatewayPort(), second(Service.GATEWAY).port());
        List<Client> clients = List.of(
                new Client(organisation),
                new Client(organisation.at(second(Service.API).uri())));
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            String webhook = organisation.registerWebhook(
                    receiver.url(), List.of("transaction.started", "transaction.stopped"), SECRET);
            List<PersistentCharger> load = new ArrayList<>();
            chargers.forEach((name, identity) ->
                    load.add(new PersistentCharger(identity, gateways, load.size(), "TAG-" + name, BETWEEN_SESSIONS)));
            List<Thread> threads = new ArrayList<>();
            load.forEach(charger -> threads.add(Thread.ofPlatform().start(charger)));
            clients.forEach(client -> threads.add(Thread.ofPlatform().start(client)));

            for (Service service : SERVICES) {
                restartFirst(service, load, clients);
                if (ALL) {
                    restartSecond(service, load, clients);
                }
            }
            awaitWork(load, clients);
            load.forEach(PersistentCharger::stop);
            clients.forEach(Client::stop);
            for (Thread thread : threads) {
                assertThat(thread.join(TIMEOUT)).isTrue();
            }

            assertNoCallFailed(organisation, clients);
            assertNoTransactionIsLost(organisation, load);
            assertAllIsDelivered(organisation, webhook, receiver, load);
        }
    }

    private static void restartFirst(Service service, List<PersistentCharger> load, List<Client> clients)
            throws Exception {
        awaitWork(load, clients);
        clients.get(0).expectResets(service == Service.API);
        platform.terminate(service);
        platform.startByHand(service);
        clients.get(0).expectResets(false);
    }

    private static void restartSecond(Service service, List<PersistentCharger> load, List<Client> clients)
            throws Exception {
        awaitWork(load, clients);
        clients.get(1).expectResets(service == Service.API);
        second(service).terminate();
        second(service).launch();
        second(service).awaitReady();
        clients.get(1).expectResets(false);
    }

    /** Waits until each charger and each client has got a further answer. */
    private static void awaitWork(List<PersistentCharger> load, List<Client> clients) {
        List<Integer> before = new ArrayList<>();
        load.forEach(charger -> before.add(charger.stops().size()));
        clients.forEach(client -> before.add(client.answered.get()));
        Awaitility.await().atMost(TIMEOUT).until(() -> {
            List<Integer> now = new ArrayList<>();
            load.forEach(charger -> now.add(charger.stops().size()));
            clients.forEach(client -> now.add(client.answered.get()));
            for (int i = 0; i < now.size(); i++) {
                if (now.get(i) <= before.get(i)) {
                    return false;
                }
            }
            return true;
        });
    }

    private static void assertNoCallFailed(Organisation organisation, List<Client> clients) {
        int answered =
                clients.stream().mapToInt(client -> client.answered.get()).sum();
        int resets = clients.stream().mapToInt(client -> client.resets.get()).sum();
        System.out.printf(
                "rolling restart: %d calls answered 200, %d resets by the replica that left%n", answered, resets);
        assertThat(clients).allSatisfy(client -> assertThat(client.failures).isEmpty());
        JsonNode usage = Organisation.json(organisation.get("/api/v1/usage"));
        // The calls for the key, the chargers, the webhook and this one count too. A call that was reset may count.
        int counted = usage.get("used").intValue() - CHARGERS - 3;
        assertThat(counted).isBetween(answered, answered + resets);
    }

    private static void assertNoTransactionIsLost(Organisation organisation, List<PersistentCharger> load) {
        EventTopics events = new EventTopics(platform.bootstrapServers(), organisation.id());
        int acknowledged = load.stream()
                .mapToInt(charger -> charger.starts().size() + charger.stops().size())
                .sum();
        int repeated = load.stream().mapToInt(PersistentCharger::repeated).sum();
        System.out.printf("rolling restart: %d records acknowledged, %d exchanges repeated%n", acknowledged, repeated);
        assertThat(events.read(Topics.TRANSACTION_EVENTS))
                .as("each acknowledged message is there once")
                .hasSize(acknowledged);
    }

    private static void assertAllIsDelivered(
            Organisation organisation, String webhook, RecordingReceiver receiver, List<PersistentCharger> load) {
        int events = load.stream()
                .mapToInt(charger -> charger.starts().size() + charger.stops().size())
                .sum();
        Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> {
            JsonNode summary =
                    Organisation.json(organisation.get("/api/v1/webhooks/" + webhook + "/deliveries/summary"));
            assertThat(summary.get("outcomes").get("delivered").intValue())
                    .as("%s", summary)
                    .isEqualTo(events);
            assertThat(summary.get("total").intValue()).as("%s", summary).isEqualTo(events);
        });
        assertThat(receiver.received())
                .hasSize(events)
                .extracting(Received::webhookId)
                .doesNotHaveDuplicates();
    }

    private static ServiceInstance second(Service service) {
        return Objects.requireNonNull(SECOND.get(service));
    }

    /** Calls one replica repeatedly. */
    private static final class Client implements Runnable {

        private final Organisation organisation;
        private final AtomicInteger answered = new AtomicInteger();
        private final AtomicInteger resets = new AtomicInteger();
        private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
        private volatile boolean leaving;
        private volatile boolean stopping;

        Client(Organisation organisation) {
            this.organisation = organisation;
        }

        void expectResets(boolean expected) {
            leaving = expected;
        }

        void stop() {
            stopping = true;
        }

        @Override
        public void run() {
            while (!stopping) {
                boolean mayBeReset = leaving;
                try {
                    var response = organisation.get("/api/v1/chargers");
                    if (response.statusCode() == 200) {
                        answered.incrementAndGet();
                    } else {
                        failures.add(response.statusCode() + " " + response.body());
                    }
                } catch (UncheckedIOException e) {
                    if (mayBeReset || leaving) {
                        resets.incrementAndGet();
                    } else {
                        failures.add(e.toString());
                    }
                }
                LockSupport.parkNanos(BETWEEN_CALLS.toNanos());
            }
        }
    }
}
