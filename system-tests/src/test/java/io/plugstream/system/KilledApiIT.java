package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.ApiCall;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** api-service is killed while it handles requests, which clients then repeat. */
class KilledApiIT {

    private static final int CLIENTS = 4;

    /** Fewer together than an organisation may have, so that a request that is done twice makes two webhooks. */
    private static final int WEBHOOKS_EACH = 4;

    private static final Duration ANSWERED = Duration.ofSeconds(90);

    /** A call without a decision waits until its replica is killed. */
    private static final Map<String, String> UNTIL_KILLED = Map.of(
            "PLUGSTREAM_QUOTA_PATIENCE", "60s",
            "PLUGSTREAM_QUOTA_SILENCE", "30s",
            "PLUGSTREAM_QUOTA_PARTIALSILENCE", "30s");

    @TempDir
    static Path scratch;

    private static Platform platform;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
    }

    @Test
    void repeatedRequestsAreDoneOnce() throws Exception {
        Organisation organisation = Organisation.create(platform, "repeats", "Growth");
        Map<String, Integer> statuses = new ConcurrentHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                String prefix = "http://127.0.0.1:9/" + client + '/';
                running.add(threads.submit(() -> register(organisation, prefix, statuses)));
            }
            Awaitility.await().atMost(ANSWERED).until(() -> statuses.size() >= CLIENTS * WEBHOOKS_EACH / 3);
            platform.kill(Service.API);
            platform.startByHand(Service.API);
            for (Future<?> client : running) {
                client.get();
            }
        }
        // A request that was committed but not answered gets 409 when repeated: at most one for each client.
        assertThat(statuses.values()).allMatch(status -> status == 201 || status == 409);
        assertThat(Collections.frequency(statuses.values(), 409)).isLessThanOrEqualTo(CLIENTS);
        // A client whose answer was lost repeats a request that was done.
        assertThat(statuses)
                .allSatisfy((url, status) ->
                        assertThat(attempt(organisation, url)).as(url).isEqualTo(status));
        JsonNode webhooks =
                Organisation.json(organisation.get("/api/v1/webhooks")).get("webhooks");
        assertThat(webhooks.valueStream().map(webhook -> webhook.get("url").stringValue()))
                .as("every webhook, each once")
                .containsExactlyInAnyOrderElementsOf(statuses.keySet());
    }

    @Test
    void commandContinuesWhileTheApiIsDead() throws Exception {
        Organisation organisation = Organisation.create(platform, "commands", "Starter");
        CompletableFuture<Void> answer = new CompletableFuture<>();
        try (ChargePoint charger = organisation.registerCharger("CP-1");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            charger.connect();
            Awaitility.await()
                    .atMost(ANSWERED)
                    .until(() -> Organisation.json(organisation.get("/api/v1/chargers/CP-1"))
                            .get("status")
                            .stringValue()
                            .equals("online"));
            charger.hesitate(answer);
            Map<String, Object> command = Map.of(
                    "action", "RemoteStartTransaction", "payload", Map.of("idTag", "TAG-1"), "timeoutSeconds", 240);
            Future<?> lost = threads.submit(() -> organisation.post("/api/v1/chargers/CP-1/commands", command, "once"));
            Awaitility.await().atMost(ANSWERED).until(() -> charger.remoteStarts() == 1);

            platform.kill(Service.API);
            assertThat(lost).failsWithin(ANSWERED);
            answer.complete(null);
            platform.startByHand(Service.API);

            Awaitility.await().atMost(ANSWERED).untilAsserted(() -> {
                var repeated = organisation.post("/api/v1/chargers/CP-1/commands", command, "once");
                assertThat(repeated.statusCode()).as(repeated.body()).isEqualTo(409);
                assertThat(repeated.body()).contains("lost");
            });
            assertThat(charger.remoteStarts()).as("the charger was asked once").isEqualTo(1);
        }
    }

    /** Without quota-service, a second record admits a call that has asked; here that record never comes. */
    @Test
    void callsUndecidedWhenTheirReplicaDiedCountOnceEach() throws Exception {
        Organisation organisation = Organisation.create(platform, "asked", "Free");
        EventTopics log = new EventTopics(platform.bootstrapServers(), organisation.id());
        try (ServiceInstance patient = ServiceInstance.of(platform, Service.API, "patient", scratch, UNTIL_KILLED);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            patient.launch();
            patient.awaitReady();
            platform.kill(Service.QUOTA);
            Organisation there = organisation.at(patient.uri());
            List<Future<?>> lost = new ArrayList<>();
            for (int call = 0; call < CLIENTS; call++) {
                lost.add(threads.submit(() -> there.get("/api/v1/usage")));
            }
            Awaitility.await().atMost(ANSWERED).until(() -> log.calls().size() == 1 + CLIENTS);
            patient.kill();
            assertThat(lost).allSatisfy(call -> assertThat(call).failsWithin(ANSWERED));
        }
        platform.startByHand(Service.QUOTA);

        assertThat(log.calls()).hasSize(1 + CLIENTS).noneMatch(ApiCall::admitted);
        assertThat(Organisation.json(organisation.get("/api/v1/usage"))
                        .path("used")
                        .longValue())
                .as("the call that made the key, the lost calls, and this one")
                .isEqualTo(1 + CLIENTS + 1);
    }

    /** Registers webhooks one after another and repeats each request until it has a final answer. */
    private static void register(Organisation organisation, String prefix, Map<String, Integer> statuses) {
        for (int number = 0; number < WEBHOOKS_EACH; number++) {
            String url = prefix + number;
            Awaitility.await(url).atMost(ANSWERED).until(() -> {
                int status = attempt(organisation, url);
                if (status != 201 && status != 409) {
                    return false;
                }
                statuses.put(url, status);
                return true;
            });
        }
    }

    private static int attempt(Organisation organisation, String url) {
        try {
            var response = organisation.post(
                    "/api/v1/webhooks", Map.of("url", url, "events", List.of("charger.boot")), "register-" + url);
            // With Retry-After, the first request may still be in progress.
            return response.headers().firstValue("Retry-After").isPresent() ? 0 : response.statusCode();
        } catch (UncheckedIOException _) {
            return 0;
        }
    }
}
