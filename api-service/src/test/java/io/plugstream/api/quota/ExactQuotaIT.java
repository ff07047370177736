package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.QuotaProcess;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exact quotas with three replicas and two processes of quota-service. {@code -Dplugstream.quota.limits=50,1000,10000}
 * and {@code -Dplugstream.quota.kill-rounds=20} make the tests longer.
 */
class ExactQuotaIT {

    private static final Logger log = LoggerFactory.getLogger(ExactQuotaIT.class);
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int BURST = 500;

    private static final String KILL_ROUNDS = "plugstream.quota.kill-rounds";

    private static final String UNLOADED = "a call waits at most two seconds, so only an idle machine can run this";

    private static final int ROUNDS = Integer.getInteger(KILL_ROUNDS, 1);

    /** Margin around an outage, for clock differences and calls in flight at its begin and end. */
    private static final Duration EDGE = Duration.ofSeconds(5);

    private static QuotaPair pair;
    private static List<ApiReplica> replicas = List.of();

    private final CountedLog counts = new CountedLog(Platform.get().kafka().bootstrapServers());

    @BeforeAll
    static void start() throws IOException {
        replicas = List.of(Replicas.first(), Replicas.second(), Replicas.another());
        pair = QuotaPair.start();
    }

    @AfterAll
    static void bringBack() {
        replicas.getLast().close();
        pair.close();
    }

    static List<Tier> limited() {
        List<String> limits =
                List.of(System.getProperty("plugstream.quota.limits", "50,1000").split(","));
        return Arrays.stream(Tier.values())
                .filter(tier -> limits.contains(Long.toString(tier.dailyCalls())))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("limited")
    void aBurstGetsExactlyItsAllowance(Tier tier) {
        String organisation = "org-" + UUID.randomUUID();
        Tenant.setTier(replicas.getFirst(), organisation, tier);
        List<ApiClient> clients = clients(organisation);
        awaitLimit(clients, tier);
        long counted = counts.calls(Set.of(organisation)).size();

        List<ApiClient.Answer> answers = new ArrayList<>();
        while (answers.size() < tier.dailyCalls() + BURST / 2) {
            answers.addAll(burst(clients));
        }

        assertThat(answers.stream().map(ApiClient.Answer::status)).containsOnly(404, 429);
        assertThat(answers.stream()
                        .filter(answer -> answer.status() == 404)
                        .map(answer -> answer.number("RateLimit-Remaining")))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, tier.dailyCalls() - counted).boxed().toList());
    }

    @Test
    @EnabledIfSystemProperty(named = KILL_ROUNDS, matches = "\\d+", disabledReason = UNLOADED)
    void repeatedKillsCountEachCallOnce() throws Exception {
        List<Outage> outages = new ArrayList<>();
        try (SteadyCalls load = new SteadyCalls(replicas)) {
            awaitSmooth(load);
            for (int round = 0; round < ROUNDS; round++) {
                QuotaProcess victim = pair.both().get(round % 2);
                Instant began = Instant.now();
                victim.kill();
                victim.ensureRunning();
                awaitSmooth(load);
                outages.add(new Outage("kill -9", began, Instant.now()));
            }
            report(load, outages);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = KILL_ROUNDS, matches = "\\d+", disabledReason = UNLOADED)
    void rollingRestartsFailNoCall() throws Exception {
        List<Outage> outages = new ArrayList<>();
        try (SteadyCalls load = new SteadyCalls(replicas)) {
            awaitSmooth(load);
            for (QuotaProcess one : pair.both()) {
                Instant began = Instant.now();
                one.close();
                one.ensureRunning();
                awaitSmooth(load);
                outages.add(new Outage("SIGTERM", began, Instant.now()));
            }
            report(load, outages);
        }
    }

    /** Compares the answers with the calls in Kafka, and these with the counts. */
    private void report(SteadyCalls load, List<Outage> outages) throws Exception {
        List<SteadyCalls.Call> calls = load.finish();
        assertThat(calls.stream().map(SteadyCalls.Call::status)).containsOnly(404, 429);
        Set<String> organisations = load.organisations();
        List<ApiCall> logged = counts.calls(organisations);
        Map<String, Long> expected = CountedLog.expected(logged);
        Map<String, Long> admitted = calls.stream()
                .filter(call -> call.status() == 404)
                .collect(Collectors.groupingBy(SteadyCalls.Call::organisation, Collectors.counting()));
        assertThat(admitted).as("answers agree with the calls in Kafka").isEqualTo(expected);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(counts.counted(organisations)).isEqualTo(expected));

        List<ApiCall> blind = logged.stream().filter(ApiCall::admitted).toList();
        assertThat(blind).allMatch(call -> outages.stream().anyMatch(outage -> outage.covers(call.at())));
        Map<String, Long> blindOf =
                blind.stream().collect(Collectors.groupingBy(ApiCall::organisationId, Collectors.counting()));
        assertThat(expected)
                .allSatisfy((organisation, counted) -> assertThat(counted)
                        .as("%s, %s calls without a decision", organisation, blindOf.get(organisation))
                        .isBetween(
                                (long) SteadyCalls.LIMIT, SteadyCalls.LIMIT + blindOf.getOrDefault(organisation, 0L)));
        print(calls, outages, blind, expected);
    }

    private static void print(
            List<SteadyCalls.Call> calls, List<Outage> outages, List<ApiCall> blind, Map<String, Long> counted) {
        List<Duration> waits =
                calls.stream().map(call -> call.took().join()).sorted().toList();
        long beyond = counted.values().stream()
                .mapToLong(used -> used - SteadyCalls.LIMIT)
                .sum();
        log.info(
                "{}: {} calls of {} organisations, {} without a decision, {} beyond an allowance; p50 {} ms, p99 {} ms,"
                        + " longest {} ms",
                outages,
                calls.size(),
                counted.size(),
                blind.size(),
                beyond,
                waits.get(waits.size() / 2).toMillis(),
                waits.get(waits.size() * 99 / 100).toMillis(),
                waits.getLast().toMillis());
    }

    private static void awaitSmooth(SteadyCalls load) {
        int made = load.made();
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> load.made() > made + 100 && load.isSmooth());
    }

    private static void awaitLimit(List<ApiClient> clients, Tier tier) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(clients)
                        .allSatisfy(client -> assertThat(
                                        client.get("/api/v1/nothing").number("RateLimit-Limit"))
                                .isEqualTo(tier.dailyCalls())));
    }

    private static List<ApiClient.Answer> burst(List<ApiClient> clients) {
        return IntStream.range(0, BURST)
                .mapToObj(i -> clients.get(i % clients.size()).getLater("/api/v1/nothing"))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private static List<ApiClient> clients(String organisation) {
        String token = Platform.get().tokens().token(organisation);
        return replicas.stream().map(replica -> replica.client().token(token)).toList();
    }

    private record Outage(String cause, Instant began, Instant ended) {

        boolean covers(Instant at) {
            return at.isAfter(began.minus(EDGE)) && at.isBefore(ended.plus(EDGE));
        }

        @Override
        public String toString() {
            return cause + " " + Duration.between(began, ended).toMillis() + " ms";
        }
    }
}
