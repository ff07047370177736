package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.QuotaProcess;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One of two processes of quota-service stops answering for a while. */
class QuotaPartsIT {

    private static final Duration SOON = Duration.ofMinutes(1);

    /** Calls that waited for the same part go on together, and their reads must not wait long for connections. */
    private static final Duration PACE = Duration.ofMillis(500);

    private static final ApiReplica REPLICA = Replicas.first();

    private static QuotaPair pair;

    private final List<ApiClient> unlimited = onEachPart(Tier.SCALE);
    private final List<CompletableFuture<ApiClient.Answer>> answers = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        pair = QuotaPair.start();
    }

    @AfterAll
    static void bringBack() {
        pair.close();
    }

    /** Calls of unlimited organisations do not wait for decisions, except those that read the count. */
    @Test
    void theRecoveryOfAPartUsedOnlyByUnlimitedOrganisationsIsDetected() throws Exception {
        suspendOneUntilItsPartsAreUnavailable();
        await().atMost(SOON).pollInterval(PACE).until(() -> {
            callEachPart();
            return unavailableParts() == 0;
        });
        assertThatAllSucceeded();
    }

    /** Otherwise the next burst, hours later, would be admitted without decisions. */
    @Test
    void theRecoveryOfAPartThatNobodyCallsIsDetected() throws Exception {
        List<ApiClient> free = onEachPart(Tier.FREE);
        suspendOneUntilItsPartsAreUnavailable();
        await().atMost(SOON).until(() -> unavailableParts() == 0);
        assertThatAllSucceeded();
        assertThat(free).allSatisfy(client -> {
            List<CompletableFuture<ApiClient.Answer>> burst = IntStream.range(0, 100)
                    .mapToObj(_ -> client.getLater("/api/v1/nothing"))
                    .toList();
            assertThat(burst.stream().map(answer -> answer.join().status()).filter(status -> status == 404))
                    .hasSize(50);
        });
    }

    private void suspendOneUntilItsPartsAreUnavailable() throws Exception {
        QuotaProcess one = pair.both().getFirst();
        one.suspend();
        try {
            // The other instance still decides the calls of its parts.
            await().atMost(SOON).pollInterval(PACE).until(() -> {
                callEachPart();
                return unavailableParts() > 0;
            });
            assertThat(unavailableParts())
                    .as("the other instance still decides")
                    .isLessThan(unlimited.size());
        } finally {
            one.resume();
        }
    }

    private void callEachPart() {
        unlimited.forEach(client -> answers.add(client.getLater("/api/v1/usage")));
    }

    private void assertThatAllSucceeded() {
        assertThat(answers).allSatisfy(later -> {
            ApiClient.Answer answer = later.join();
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        });
    }

    private static double unavailableParts() {
        return REPLICA.bean(MeterRegistry.class)
                .get("plugstream.api.quota.parts.away")
                .gauge()
                .value();
    }

    private static List<ApiClient> onEachPart(Tier tier) {
        Map<Integer, ApiClient> parts = new HashMap<>();
        while (parts.size() < Topics.API_CALLS.partitions()) {
            String organisation = "org-" + UUID.randomUUID();
            parts.computeIfAbsent(QuotaParts.part(organisation), _ -> {
                Tenant.setTier(REPLICA, organisation, tier);
                return REPLICA.client().token(Platform.get().tokens().token(organisation));
            });
        }
        return List.copyOf(parts.values());
    }
}
