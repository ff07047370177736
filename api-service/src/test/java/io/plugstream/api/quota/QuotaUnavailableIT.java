package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class QuotaUnavailableIT {

    private static final String KEYS = "/api/v1/auth/api-keys";

    /** Longer than the default, because quota-service may pause for a moment on a busy machine. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private static ApiReplica replica;

    @BeforeAll
    static void start() {
        replica = ApiReplica.ready("--plugstream.quota.silence=" + SILENCE.toMillis() + "ms");
    }

    @AfterAll
    static void stop() {
        replica.close();
    }

    /** Waits for each part, because calls of a part that is still away proceed at once, and notice no outage. */
    @AfterEach
    void bringBack() {
        Platform.get().quota().ensureRunning();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> replica.bean(MeterRegistry.class)
                                .get("plugstream.api.quota.parts.away")
                                .gauge()
                                .value()
                        == 0);
    }

    @Test
    void callsAreAdmittedWithoutQuotaServiceAndCountedOnceWhenItIsBack() throws InterruptedException {
        ApiClient client = replica.client().token(Platform.get().tokens().token("org-" + UUID.randomUUID()));
        assertThat(client.get(KEYS).number("RateLimit-Remaining")).isEqualTo(49);
        Platform.get().quota().kill();

        long began = System.nanoTime();
        List<CompletableFuture<ApiClient.Answer>> meanwhile =
                IntStream.range(0, 10).mapToObj(_ -> client.getLater(KEYS)).toList();
        meanwhile.forEach(answer -> assertThat(answer.join().status()).isEqualTo(200));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SILENCE.multipliedBy(3));
        assertThat(replica.bean(Metering.class).isUnavailable()).isTrue();
        long unhurried = System.nanoTime();
        assertThat(client.get(KEYS).number("RateLimit-Remaining")).isEqualTo(38);
        assertThat(Duration.ofNanos(System.nanoTime() - unhurried)).isLessThan(SILENCE);

        bringBack();
        AtomicInteger calls = new AtomicInteger();
        Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            calls.incrementAndGet();
            assertThat(client.get(KEYS).status()).isEqualTo(200);
        });
        assertThat(client.get(KEYS).number("RateLimit-Remaining"))
                .as("after %s of %s", calls, 37)
                .isEqualTo(37 - calls.get());
    }

    @Test
    void aReplicaThatStartsMeanwhileBecomesReadyAndAdmitsCalls() throws InterruptedException {
        Platform.get().quota().kill();
        try (ApiReplica fresh = ApiReplica.start()) {
            fresh.awaitReady();
            ApiClient client = fresh.client().token(Platform.get().tokens().token("org-" + UUID.randomUUID()));
            assertThat(client.get(KEYS).status()).isEqualTo(200);
            assertThat(fresh.management().get("/actuator/health/readiness").body())
                    .contains("\"answering\":false");
        }
    }

    @Test
    void usedUpAllowancesStayRefusedWhileQuotaServiceIsUnavailable() throws InterruptedException {
        ApiClient client = replica.client().token(Platform.get().tokens().token("org-" + UUID.randomUUID()));
        IntStream.range(0, 45).forEach(_ -> client.get(KEYS));
        Platform.get().quota().kill();
        List<Integer> statuses =
                IntStream.range(0, 10).mapToObj(_ -> client.get(KEYS).status()).toList();
        assertThat(statuses).containsExactly(200, 200, 200, 200, 200, 429, 429, 429, 429, 429);
    }

    @Test
    void aBurstStaysWithinTheAllowanceThatTheReplicaKnows() throws InterruptedException {
        Platform.get().quota().kill();
        ApiClient other = replica.client().token(Platform.get().tokens().token("org-" + UUID.randomUUID()));
        assertThat(other.get(KEYS).status()).isEqualTo(200);
        assertThat(replica.bean(Metering.class).isUnavailable()).isTrue();

        ApiClient client = replica.client().token(Platform.get().tokens().token("org-" + UUID.randomUUID()));
        List<CompletableFuture<ApiClient.Answer>> burst =
                IntStream.range(0, 200).mapToObj(_ -> client.getLater(KEYS)).toList();
        List<ApiClient.Answer> answers =
                burst.stream().map(CompletableFuture::join).toList();

        assertThat(answers.stream().map(ApiClient.Answer::status)).containsOnly(200, 429);
        assertThat(answers.stream()
                        .filter(answer -> answer.status() == 200)
                        .map(answer -> answer.number("RateLimit-Remaining")))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 50).boxed().toList());
    }
}
