package io.plugstream.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The service as a process on a real broker. */
class QuotaServiceIT {

    private static final Logger log = LoggerFactory.getLogger(QuotaServiceIT.class);
    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    private static Path home;

    private static Kafka broker;
    private static QuotaProcess service;
    private static QuotaClient client;

    @BeforeAll
    static void start() {
        broker = RealParts.newKafka();
        service = QuotaProcess.start(home, broker.bootstrapServers()).awaitReady();
        client = new QuotaClient(broker.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        client.close();
        service.close();
        broker.close();
    }

    @Test
    void burstBeyondALimitOfFiftyAdmitsExactlyFifty() {
        List<ApiCall> calls = calls(Tier.FREE, 500);

        try (ExecutorService callers = Executors.newFixedThreadPool(16)) {
            calls.forEach(call -> callers.execute(() -> client.send(call)));
        }

        List<QuotaDecision> decisions = awaitAnswers(calls);
        assertThat(used(decisions)).containsExactlyInAnyOrderElementsOf(numbers(50));
        assertThat(decisions).filteredOn(decision -> !decision.admitted()).hasSize(450);
        awaitCommitted(calls.getFirst(), 50);
    }

    /** So the task of one partition needs one partition of the counts: the others may be away. */
    @Test
    void countsAreInThePartitionOfTheirCalls() {
        List<ApiCall> calls = IntStream.range(0, 12)
                .mapToObj(_ -> calls(Tier.FREE, 1).getFirst())
                .toList();

        awaitAnswers(sent(calls));

        calls.forEach(call -> awaitCommitted(call, 1));
        Set<String> organisations = calls.stream().map(ApiCall::organisationId).collect(Collectors.toSet());
        assertThat(client.committed(Topics.DAILY_USAGE))
                .filteredOn(usage -> organisations.contains(usage.value().organisationId()))
                .hasSize(12)
                .allSatisfy(usage -> assertThat(usage.partition())
                        .isEqualTo(Topics.API_CALLS.partition(usage.value().organisationId())));
    }

    /** The start checks them by these names. */
    @Test
    void changelogsHaveTheNamesThatAreChecked() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS))
                    .filteredOn(topic -> topic.endsWith("-changelog"))
                    .containsExactlyInAnyOrderElementsOf(QuotaTopology.CHANGELOGS);
        }
    }

    @Test
    void aCallerWhoseClockIsADayOffSpendsTodaysAllowance() {
        String organisation = "org-" + UUID.randomUUID();
        List<ApiCall> calls = IntStream.range(0, 60)
                .mapToObj(i -> Calls.at(organisation, Tier.FREE, Instant.now().plus(Duration.ofDays(i % 3 - 1))))
                .toList();

        List<QuotaDecision> decisions = awaitAnswers(sent(calls));

        assertThat(used(decisions)).containsExactlyInAnyOrderElementsOf(numbers(50));
        assertThat(decisions.stream().map(QuotaDecision::day).distinct()).hasSize(1);
    }

    @Test
    void killDuringABurstCountsEachCallOnce() throws Exception {
        List<ApiCall> calls = calls(Tier.STARTER, 1_500);
        calls.subList(0, 700).forEach(client::send);
        await().atMost(SOON).until(() -> answered(calls) > 300);

        service.kill();
        calls.subList(700, 1_500).forEach(client::send);
        int beforeRestart = answered(calls);
        Instant restart = Instant.now();
        service = QuotaProcess.start(home, broker.bootstrapServers());
        await().atMost(SOON).pollInterval(Duration.ofMillis(10)).until(() -> answered(calls) > beforeRestart);
        log.info(
                "Decisions resumed {} ms after the restart of the process",
                Duration.between(restart, Instant.now()).toMillis());

        List<QuotaDecision> decisions = awaitAnswers(calls);
        assertThat(used(decisions)).containsExactlyInAnyOrderElementsOf(numbers(1_000));
        awaitCommitted(calls.getFirst(), 1_000);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(committedDecisions(calls)).hasSameSizeAs(decisions));
        assertThat(Set.copyOf(committedDecisions(calls))).isEqualTo(Set.copyOf(decisions));
        assertThat(client.contradictions()).isEmpty();
        assertThat(client.failures()).isEmpty();
        service.awaitReady();
    }

    @Test
    void continuesWhereItWasAfterAGracefulStop() throws InterruptedException {
        List<ApiCall> calls = calls(Tier.FREE, 60);
        calls.subList(0, 20).forEach(client::send);
        awaitAnswers(calls.subList(0, 20));

        service.process().destroy();
        assertThat(service.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(committedDecisions(calls)).hasSize(20);
        service = QuotaProcess.start(home, broker.bootstrapServers()).awaitReady();
        calls.subList(20, 60).forEach(client::send);

        assertThat(used(awaitAnswers(calls))).containsExactlyInAnyOrderElementsOf(numbers(50));
    }

    /** A process ends when its Kafka Streams has stopped for good, so that whoever started it sees that. */
    @Test
    void anInstanceWhoseNameAnotherTakesEnds() throws InterruptedException {
        try (QuotaProcess former = service) {
            service = QuotaProcess.start(home.resolve("other"), broker.bootstrapServers());
            assertThat(former.process().waitFor(90, TimeUnit.SECONDS))
                    .as("ended")
                    .isTrue();
            assertThat(former.process().exitValue()).isEqualTo(1);
            service.awaitReady();
        }
    }

    @Test
    void unreadableRecordIsParkedAndItsPartitionContinues() {
        ApiCall call = calls(Tier.FREE, 1).getFirst();
        byte[] key = call.organisationId().getBytes(StandardCharsets.UTF_8);
        byte[] poison = ("poison for " + call.organisationId()).getBytes(StandardCharsets.UTF_8);

        client.send(key, poison);
        client.send(call);

        assertThat(awaitAnswers(List.of(call)).getFirst().used()).isEqualTo(1);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(client.committed(Topics.deadLetters("quota-service")))
                        .extracting(ConsumerRecord::value)
                        .contains(poison));
    }

    @Test
    void actuatorShowsStreamsAndDecisions() {
        awaitAnswers(sent(calls(Tier.GROWTH, 1)));

        assertThat(service.get("/actuator/health/readiness"))
                .contains("\"streams\":{\"details\":{\"state\":\"RUNNING\"},\"status\":\"UP\"}");
        assertThat(service.get("/actuator/health/liveness")).contains("UP");
        // A decision is sent before it is counted in the metrics.
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(service.get("/actuator/prometheus"))
                        .containsPattern("plugstream_quota_decisions_total\\{.*admitted=\"true\".*tier=\"Growth\"")
                        .contains("kafka_stream_"));
    }

    private static List<ApiCall> calls(Tier tier, int count) {
        String organisation = "org-" + UUID.randomUUID();
        Instant now = Instant.now();
        return IntStream.range(0, count)
                .mapToObj(i -> Calls.at(organisation, tier, now))
                .toList();
    }

    private static List<ApiCall> sent(List<ApiCall> calls) {
        calls.forEach(client::send);
        return calls;
    }

    private static int answered(List<ApiCall> calls) {
        return (int) calls.stream()
                .filter(call -> client.answers().containsKey(call.callId()))
                .count();
    }

    private static List<QuotaDecision> awaitAnswers(List<ApiCall> calls) {
        await().atMost(SOON).until(() -> answered(calls) == calls.size());
        return calls.stream()
                .map(call -> client.answers().get(call.callId()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static List<QuotaDecision> committedDecisions(List<ApiCall> calls) {
        String organisation = calls.getFirst().organisationId();
        return client.committed(Topics.QUOTA_DECISIONS).stream()
                .map(ConsumerRecord::value)
                .filter(decision -> decision.organisationId().equals(organisation))
                .toList();
    }

    private static void awaitCommitted(ApiCall call, long used) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(client.committed(Topics.DAILY_USAGE).stream()
                                .map(ConsumerRecord::value)
                                .filter(usage -> usage.organisationId().equals(call.organisationId()))
                                .map(DailyUsage::used)
                                .toList())
                        .isEqualTo(numbers(used)));
    }

    private static List<Long> used(List<QuotaDecision> decisions) {
        return decisions.stream()
                .filter(QuotaDecision::admitted)
                .map(QuotaDecision::used)
                .toList();
    }

    private static List<Long> numbers(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }
}
