package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delivery guarantees when the dispatcher's process is killed, frozen or replaced. */
class KilledDispatcherIT {

    /** {@code -Dplugstream.dispatcher.kill-rounds=100} for the long run. */
    private static final int ROUNDS = Integer.getInteger("plugstream.dispatcher.kill-rounds", 1);

    /** The group waits for members that came and went shortly before. */
    private static final Duration STARTED = Duration.ofMinutes(2);

    private static final Pattern FENCED = Pattern.compile("ProducerFencedException|InvalidProducerEpochException");

    @TempDir
    static Path directory;

    /** By instance; a test reuses processes that another has left running. */
    private static final Map<String, DispatcherProcess> PROCESSES = new HashMap<>();

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
        PROCESSES.values().forEach(DispatcherProcess::close);
        log.close();
        broker.close();
    }

    @Test
    void killsAtRandomMomentsCauseNoSecondPostAndLoseNoDelivery() throws Exception {
        Random random = new Random();
        terminateAll();
        try (RecordingReceiver a = RecordingReceiver.delaying(50);
                RecordingReceiver b = RecordingReceiver.delaying(50)) {
            log.register("killed", TestLog.webhook("a", a.url()), TestLog.webhook("b", b.url()));
            SteadyLoad events = SteadyLoad.of(60, () -> log.publish(Events.connected("killed")));
            SteadyLoad samples = SteadyLoad.of(10, () -> log.publish(Events.sample("killed", "a")));
            for (int round = 0; round < ROUNDS; round++) {
                int until = a.journal().size() + 1 + random.nextInt(200);
                DispatcherProcess dispatcher = running("one");
                await().atMost(Duration.ofMinutes(2))
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> a.journal().size() > until);
                dispatcher.kill();
            }
            events.end();
            samples.end();
            DispatcherProcess last = running("one");
            // On a busy machine a POST of a new dispatcher may time out.
            Accounts accounts =
                    Accounts.of(log, "a", all(events, samples), a).assertBalanced(Outcome.UNKNOWN, Outcome.TIMED_OUT);
            Accounts.of(log, "b", events.published(), b).assertBalanced(Outcome.UNKNOWN, Outcome.TIMED_OUT);
            assertThat(accounts.with(Outcome.DELIVERED)).isNotEmpty();
            assertThat(last.metrics())
                    .contains("plugstream_dispatcher_deliveries_total{", "plugstream_dispatcher_in_flight");
        }
    }

    @Test
    void aDispatcherFrozenBeyondItsSessionCannotClaimEventsThatAnotherTook() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.delaying(50)) {
            log.register("frozen", TestLog.webhook("c", receiver.url()));
            running("one").awaitReady();
            running("two").awaitReady();
            SteadyLoad load = SteadyLoad.of(100, () -> log.publish(Events.connected("frozen")));
            await().atMost(STARTED).until(() -> receiver.journal().size() > 100);
            String owner = owner("c");
            DispatcherProcess zombie = running(owner);
            DispatcherProcess heir = running(owner.equals("one") ? "two" : "one");
            long noticesBefore = noticesOfAbsence(zombie);
            zombie.freeze();
            // After its session timeout the group removes it and its transaction is aborted; the other takes all later
            // events.
            int frozen = load.published().size();
            try {
                await().atMost(Duration.ofMinutes(3))
                        .until(() -> load.published().size() > frozen + 1_000
                                && load.published().stream()
                                        .skip(frozen + 900)
                                        .anyMatch(event -> receiver.count(event.toString()) == 1));
                assertThat(owner("c")).isNotEqualTo(owner);
            } finally {
                zombie.thaw();
            }
            await().atMost(STARTED).until(() -> noticesOfAbsence(zombie) > noticesBefore);
            load.end();

            // POSTs in flight when it froze have timed out, although they arrived.
            Accounts.of(log, "c", load.published(), receiver).assertBalanced(Outcome.UNKNOWN, Outcome.TIMED_OUT);
            assertThat(heir.metrics()).contains("plugstream_dispatcher_claims_total");
            assertThat(zombie.isAlive()).isTrue();
        }
    }

    @Test
    void replacementUnderLoadLeavesNoDeliveryUnknownOrShed() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.delaying(50)) {
            log.register("replaced", TestLog.webhook("d", receiver.url()));
            // With short times, an outcome is recorded too late on a busy machine.
            terminateAll();
            DispatcherProcess first = running("one", List.of());
            DispatcherProcess second = running("two", List.of());
            first.awaitReady();
            second.awaitReady();
            SteadyLoad load = SteadyLoad.of(100, () -> log.publish(Events.connected("replaced")));
            await().atMost(STARTED).until(() -> receiver.journal().size() > 50);
            first.terminate();
            DispatcherProcess next = running("one", List.of()).awaitReady();
            second.terminate();
            int alone = receiver.journal().size();
            await().atMost(STARTED).until(() -> receiver.journal().size() > alone + 50);
            load.end();

            // On a busy machine a POST may time out.
            Accounts accounts = Accounts.of(log, "d", load.published(), receiver)
                    .assertBalanced(Outcome.UNKNOWN, Outcome.TIMED_OUT);
            assertThat(accounts.with(Outcome.DELIVERED)).isNotEmpty();
            assertThat(accounts.with(Outcome.UNKNOWN)).isEmpty();
            assertThat(accounts.with(Outcome.SHED)).isEmpty();
            next.terminate();
        }
    }

    /**
     * How often the dispatcher noticed that it had been away: a claim of what it had fetched before was refused, or,
     * with nothing fetched, it joined the group again.
     */
    private static long noticesOfAbsence(DispatcherProcess dispatcher) throws Exception {
        return dispatcher.log().stream()
                .filter(line -> line.contains("The shards of this instance are")
                        || (line.contains("is reopened after")
                                && FENCED.matcher(line).find()))
                .count();
    }

    /** The instance that made the last claim for a webhook. */
    private static String owner(String webhookId) {
        return log.claims().stream()
                .filter(record ->
                        record.claims().anyMatch(claim -> claim.webhookId().equals(webhookId)))
                .toList()
                .getLast()
                .owner();
    }

    private static void terminateAll() throws Exception {
        for (DispatcherProcess process : PROCESSES.values()) {
            process.terminate();
        }
    }

    /** The process with that name, started with short times if necessary. */
    private static DispatcherProcess running(String instance) throws Exception {
        return running(instance, DispatcherProcess.SHORT_TIMES);
    }

    private static DispatcherProcess running(String instance, List<String> times) throws Exception {
        DispatcherProcess process = PROCESSES.get(instance);
        if (process == null || !process.isAlive()) {
            process = DispatcherProcess.start(directory, instance, broker.bootstrapServers(), times);
            PROCESSES.put(instance, process);
        }
        return process;
    }

    private static List<UUID> all(SteadyLoad... loads) {
        List<UUID> all = new ArrayList<>();
        for (SteadyLoad load : loads) {
            all.addAll(load.published());
        }
        return all;
    }
}
