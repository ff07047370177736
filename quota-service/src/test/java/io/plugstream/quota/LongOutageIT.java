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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of Kafka that last longer than a record is retried. */
class LongOutageIT {

    private static final Duration OUTAGE = Duration.ofSeconds(40);

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final int CALLS = 60;

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
    void anOutageLosesNoCall() {
        String organisation = "org-" + UUID.randomUUID();
        Instant begun = Instant.now();
        List<ApiCall> calls = IntStream.range(0, CALLS)
                .mapToObj(i -> Calls.at(organisation, Tier.STARTER, begun))
                .toList();
        calls.subList(0, 20).forEach(client::send);
        await().atMost(SOON).until(() -> answered(calls) == 20);

        calls.subList(20, 40).forEach(client::send);
        broker.pause();
        try {
            Instant paused = Instant.now();
            await().atMost(OUTAGE.multipliedBy(2))
                    .until(() -> paused.plus(OUTAGE).isBefore(Instant.now()));
        } finally {
            broker.resume();
        }
        calls.subList(40, CALLS).forEach(client::send);

        await().atMost(SOON).until(() -> answered(calls) == CALLS);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(committedCounts(organisation)).containsExactlyElementsOf(numbers()));
        assertExact(calls);
    }

    /** As if all of its partitions had no leader: records are retried until they time out. */
    @Test
    void aTopicOfCountsThatIsAwayLosesNoCall() throws Exception {
        String organisation = "org-" + UUID.randomUUID();
        Instant now = Instant.now();
        List<ApiCall> calls = IntStream.range(0, CALLS)
                .mapToObj(i -> Calls.at(organisation, Tier.STARTER, now))
                .toList();
        calls.subList(0, 20).forEach(client::send);
        await().atMost(SOON).until(() -> answered(calls) == 20);

        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.deleteTopics(List.of(Topics.DAILY_USAGE.name())).all().get(30, TimeUnit.SECONDS);
            Instant deleted = Instant.now();
            calls.subList(20, 40).forEach(client::send);
            await().atMost(OUTAGE.multipliedBy(2))
                    .until(() -> deleted.plus(OUTAGE).isBefore(Instant.now()));
            admin.createTopics(List.of(Topics.DAILY_USAGE.creation())).all().get(30, TimeUnit.SECONDS);
        }
        calls.subList(40, CALLS).forEach(client::send);

        await().atMost(SOON).until(() -> answered(calls) == CALLS);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(committedCounts(organisation)).endsWith((long) CALLS));
        assertExact(calls);
    }

    private static void assertExact(List<ApiCall> calls) {
        assertThat(calls.stream().map(call -> client.answers().get(call.callId())))
                .extracting(QuotaDecision::used)
                .containsExactlyInAnyOrderElementsOf(numbers());
        assertThat(client.contradictions()).isEmpty();
        assertThat(service.process().isAlive()).isTrue();
    }

    private static int answered(List<ApiCall> calls) {
        return (int) calls.stream()
                .filter(call -> client.answers().containsKey(call.callId()))
                .count();
    }

    private static List<Long> committedCounts(String organisation) {
        return client.committed(Topics.DAILY_USAGE).stream()
                .map(ConsumerRecord::value)
                .filter(usage -> usage.organisationId().equals(organisation))
                .map(DailyUsage::used)
                .toList();
    }

    private static List<Long> numbers() {
        return LongStream.rangeClosed(1, CALLS).boxed().toList();
    }
}
