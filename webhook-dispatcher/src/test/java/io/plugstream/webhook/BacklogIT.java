package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Events wait in Kafka while no dispatcher runs. */
class BacklogIT {

    private static final int BACKLOG = 400;

    /** With 4 POSTs of 0.9 s at a time, the receiver that fails would hold the partition for 90 s. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static Kafka broker;
    private static TestLog log;

    @BeforeAll
    static void start() throws Exception {
        broker = RealParts.newKafka();
        log = new TestLog(broker.bootstrapServers());
        log.createTopics();
    }

    @AfterAll
    static void stop() {
        log.close();
        broker.close();
    }

    @Test
    void aHealthyEndpointGetsItsWholeBacklogAndAHangingOneLosesMostOfIt() throws Exception {
        try (RecordingReceiver healthy = RecordingReceiver.delaying(20);
                RecordingReceiver hanging = new RecordingReceiver(
                        (_, socket) -> socket.getInputStream().read())) {
            log.register("acme", TestLog.webhook("healthy", healthy.url()), TestLog.webhook("hanging", hanging.url()));
            publishBacklog("acme");
            try (var _ = EmbeddedDispatcher.run(
                    broker.bootstrapServers(),
                    // Limits in flight and waiting far below the backlog.
                    "--plugstream.delivery.in-flight=16",
                    "--plugstream.delivery.waiting=100",
                    // On a busy machine the first POSTs of a process take some seconds.
                    "--plugstream.delivery.longest-wait=10s",
                    "--plugstream.claim.patience=3s")) {
                await().atMost(Duration.ofSeconds(90))
                        .pollInterval(Duration.ofMillis(500))
                        .until(() -> log.ends("healthy").size() == BACKLOG);
                await().atMost(Duration.ofSeconds(90))
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> log.ends("hanging").size() == BACKLOG);
            }
            assertThat(log.ends("healthy"))
                    .hasSize(BACKLOG)
                    .extracting(Ended::outcome)
                    .containsOnly(Outcome.DELIVERED);
            assertThat(log.ends("hanging"))
                    .extracting(Ended::outcome)
                    .contains(Outcome.SHED)
                    .containsOnly(Outcome.SHED, Outcome.TIMED_OUT);
        }
    }

    /** A receiver that fails slowly on a partition that is behind (ADR 24). */
    @Test
    void aWebhookThatFailsSlowlyHoldsBackNoOther() throws Exception {
        try (RecordingReceiver prompt = new RecordingReceiver(RecordingReceiver.OK);
                RecordingReceiver failing = new RecordingReceiver((_, socket) -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(900));
                    RecordingReceiver.write(socket, 503, "busy");
                })) {
            log.register("other", TestLog.webhook("prompt", prompt.url()), TestLog.webhook("failing", failing.url()));
            publishBacklog("other");
            try (var _ = EmbeddedDispatcher.run(
                    broker.bootstrapServers(),
                    "--plugstream.delivery.in-flight=16",
                    // An attempt takes half of it, but more than the 0.5 s of it that are left with 4 of 16 slots.
                    "--plugstream.claim.patience=2s",
                    "--plugstream.delivery.drain=0s")) {
                await().atMost(LONGEST)
                        .pollInterval(Duration.ofMillis(500))
                        .until(() -> log.ends("prompt").size() == BACKLOG);
            }
            // On a busy machine the first POST may time out.
            assertThat(log.ends("prompt"))
                    .extracting(Ended::outcome)
                    .contains(Outcome.DELIVERED)
                    .isSubsetOf(Outcome.DELIVERED, Outcome.TIMED_OUT);
            assertThat(log.ends("failing"))
                    .extracting(Ended::outcome)
                    .contains(Outcome.REJECTED)
                    .doesNotContain(Outcome.DELIVERED);
            assertThat(failing.journal()).hasSizeLessThan(BACKLOG);
        }
    }

    /** The slow one takes 5 a second, so the partition would be held for 75 s after an absence of a few (ADR 24). */
    @Test
    void aSlowEndpointHoldsThePartitionNoLongerThanOurAbsenceAllows() throws Exception {
        try (RecordingReceiver prompt = new RecordingReceiver(RecordingReceiver.OK);
                RecordingReceiver slow = RecordingReceiver.delaying(3_000)) {
            log.register("third", TestLog.webhook("quick", prompt.url()), TestLog.webhook("slow", slow.url()));
            publish(BACKLOG, "third", Duration.ofSeconds(2));
            try (var _ = EmbeddedDispatcher.run(
                    broker.bootstrapServers(),
                    "--plugstream.delivery.in-flight=16",
                    "--plugstream.delivery.waiting=40",
                    // Longer than an attempt may take, so it keeps up.
                    "--plugstream.claim.patience=10s",
                    "--plugstream.delivery.drain=0s")) {
                await().atMost(LONGEST)
                        .pollInterval(Duration.ofMillis(500))
                        .until(() -> log.ends("quick").size() == BACKLOG);
            }
            assertThat(log.ends("slow")).extracting(Ended::outcome).contains(Outcome.SHED);
        }
    }

    /** Their deliveries together need many times the memory for waiting ones. */
    @Test
    void manyHealthyEndpointsGetTheirWholeBacklog() throws Exception {
        int organisations = 40;
        int events = 50;
        try (RecordingReceiver healthy = RecordingReceiver.delaying(20)) {
            for (int i = 0; i < organisations; i++) {
                log.register("many" + i, TestLog.webhook("many" + i, healthy.url()));
            }
            for (int i = 0; i < organisations; i++) {
                publish(events, "many" + i, Duration.ofSeconds(60));
            }
            try (var _ = EmbeddedDispatcher.run(
                    broker.bootstrapServers(),
                    "--plugstream.delivery.in-flight-in-all=64",
                    "--plugstream.delivery.waiting-memory=256KB",
                    "--plugstream.claim.patience=3s")) {
                await().atMost(Duration.ofSeconds(90))
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> endsOfMany().size() == organisations * events);
            }
            assertThat(endsOfMany()).extracting(Ended::outcome).containsOnly(Outcome.DELIVERED);
        }
    }

    private static List<Ended> endsOfMany() {
        return log.ends().stream()
                .filter(end -> end.webhookId().startsWith("many"))
                .toList();
    }

    private static void publishBacklog(String organisationId) throws Exception {
        publish(BACKLOG, organisationId, Duration.ofSeconds(60));
    }

    private static void publish(int events, String organisationId, Duration age) throws Exception {
        log.publishAsOf(Instant.now().minus(age), events, () -> Events.connected(organisationId));
    }
}
