package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.local.kafka.KafkaBroker;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as a process: how fast it is, and what remains of the promises when it is killed. */
class KilledDispatcherIT {

    @TempDir
    Path directory;

    private KafkaBroker broker;
    private Log log;

    @BeforeEach
    void start() throws Exception {
        broker = KafkaBroker.start(directory, 0);
        log = new Log(broker.bootstrapServers());
        log.createTopics();
    }

    @AfterEach
    void stop() {
        log.close();
        broker.close();
    }

    @Test
    void killedInMidFlightItMakesNoSecondPostAndLosesNoDelivery() throws Exception {
        try (RecordingReceiver receiver = delaying(150)) {
            log.register(
                    "acme",
                    Log.webhook("a", receiver.url() + "&webhook=a"),
                    Log.webhook("b", receiver.url() + "&webhook=b"));
            DispatcherProcess dispatcher = DispatcherProcess.start(directory, "one", broker.bootstrapServers())
                    .awaitReady();
            List<UUID> published = publishing(400, 100, () -> {
                await().until(() -> receiver.journal().size() > 150);
                dispatcher.kill();
            });
            try (DispatcherProcess again = DispatcherProcess.start(directory, "one", broker.bootstrapServers())
                    .awaitReady()) {
                await().atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> ends("a", "b").size() >= 2 * published.size());
                assertAccounts(receiver, published, List.of("a", "b"));
                assertThat(ends("a", "b")).anyMatch(end -> end.outcome() == Outcome.UNKNOWN);
                assertThat(again.metrics())
                        .contains("plugstream_dispatcher_deliveries_total{", "plugstream_dispatcher_in_flight");
            }
        }
    }

    @Test
    void killedInMidFlightItMakesNoSecondPostOfASampleEither() throws Exception {
        try (RecordingReceiver receiver = delaying(150)) {
            log.register("acme", Log.webhook("a", receiver.url()));
            DispatcherProcess dispatcher = DispatcherProcess.start(directory, "one", broker.bootstrapServers())
                    .awaitReady();
            List<UUID> samples =
                    new ArrayList<>(publishing(() -> log.publish(Events.sample("acme", "a")), 200, 100, () -> {
                        await().until(() -> receiver.journal().size() > 50);
                        dispatcher.kill();
                    }));
            try (DispatcherProcess _ = DispatcherProcess.start(directory, "one", broker.bootstrapServers())
                    .awaitReady()) {
                samples.add(UUID.fromString(log.publish(Events.sample("acme", "a"))));
                await().atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> ends("a").size() >= samples.size());
                assertAccounts(receiver, samples, List.of("a"));
            }
        }
    }

    @Test
    void terminatedUnderLoadItDrainsAndItsSuccessorGoesOn() throws Exception {
        try (RecordingReceiver receiver = delaying(150)) {
            log.register("acme", Log.webhook("a", receiver.url()));
            DispatcherProcess first = DispatcherProcess.start(directory, "one", broker.bootstrapServers())
                    .awaitReady();
            try (DispatcherProcess second = DispatcherProcess.start(directory, "two", broker.bootstrapServers())
                    .awaitReady()) {
                List<UUID> published = publishing(300, 100, () -> {
                    await().until(() -> receiver.journal().size() > 100);
                    first.terminate();
                });
                await().atMost(Duration.ofSeconds(40))
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> ends("a").size() >= published.size());
                assertAccounts(receiver, published, List.of("a"));
                assertThat(ends("a")).noneMatch(end -> end.outcome() == Outcome.UNKNOWN);
                assertThat(second.metrics()).contains("plugstream_dispatcher_claims_total");
            }
        }
    }

    @Test
    void anEventReachesItsReceiverWithinMilliseconds() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.status(200))) {
            log.register("acme", Log.webhook("a", receiver.url()));
            try (DispatcherProcess dispatcher = DispatcherProcess.start(directory, "one", broker.bootstrapServers())
                    .awaitReady()) {
                publishing(300, 100, () -> {});
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> receiver.journal().size() == 300);

                Map<String, Instant> sent = new HashMap<>();
                at(500, 100, () -> {
                    EventRecord event = Events.connected("acme");
                    log.publish(event);
                    sent.put(event.eventId().toString(), Instant.now());
                });
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> receiver.journal().size() == 800);

                List<Double> millis = receiver.journal().stream()
                        .filter(request -> sent.containsKey(request.id()))
                        .map(request -> Duration.between(sent.get(request.id()), request.at())
                                        .toNanos()
                                / 1e6)
                        .sorted()
                        .toList();
                System.out.printf(
                        "event in Kafka -> POST received, 500 events at 100/s: p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, max %.1f ms%n",
                        millis.get(250), millis.get(450), millis.get(495), millis.getLast());
                assertThat(millis).hasSize(500);
                // The receiver has the last request a moment before the dispatcher has the answer.
                await().untilAsserted(() -> assertThat(dispatcher.metrics())
                        .containsPattern("plugstream_dispatcher_delivery_latency_seconds_count\\{[^}]*} 800"));
            }
        }
    }

    private static RecordingReceiver delaying(long millis) throws Exception {
        AtomicReference<@Nullable RecordingReceiver> itself = new AtomicReference<>();
        RecordingReceiver receiver = new RecordingReceiver((_, socket) -> {
            RecordingReceiver self = itself.get();
            if (self != null) {
                self.rest(millis);
            }
            RecordingReceiver.write(socket, 200, "ok");
        });
        itself.set(receiver);
        return receiver;
    }

    /** What holds whatever happened: no id twice, one outcome a claim, every event claimed, no delivery invented. */
    private void assertAccounts(RecordingReceiver receiver, List<UUID> published, List<String> webhooks) {
        Map<String, Long> received = receiver.journal().stream()
                .collect(Collectors.groupingBy(request -> request.line() + request.id(), Collectors.counting()));
        assertThat(received.values()).allMatch(count -> count == 1);
        Map<Outcome, Long> totals = new TreeMap<>();
        for (String webhook : webhooks) {
            List<Claimed> claims = log.claims(webhook);
            List<Ended> ends = log.ends(webhook);
            assertThat(claims).extracting(Claimed::eventId).containsExactlyInAnyOrderElementsOf(published);
            assertThat(ends)
                    .extracting(Ended::deliveryId)
                    .containsExactlyInAnyOrderElementsOf(
                            claims.stream().map(Claimed::deliveryId).toList());
            ends.forEach(end -> totals.merge(end.outcome(), 1L, Long::sum));
        }
        long delivered = totals.getOrDefault(Outcome.DELIVERED, 0L);
        long neverSent = totals.getOrDefault(Outcome.SHED, 0L) + totals.getOrDefault(Outcome.CONNECT_FAILED, 0L);
        long all = (long) published.size() * webhooks.size();
        System.out.printf(
                "events %d, POSTs received %d, outcomes %s%n",
                published.size(), receiver.journal().size(), totals);
        assertThat(delivered).isPositive();
        assertThat((long) receiver.journal().size()).isBetween(delivered, all - neverSent);
    }

    private List<Ended> ends(String... webhooks) {
        List<Ended> all = new ArrayList<>();
        for (String webhook : webhooks) {
            all.addAll(log.ends(webhook));
        }
        return all;
    }

    private interface Step {
        void run() throws Exception;
    }

    /** Publishes at a steady rate while {@code meanwhile} runs; returns the events' ids when both are over. */
    private List<UUID> publishing(int events, int perSecond, Step meanwhile) throws Exception {
        return publishing(() -> log.publish(Events.connected("acme")), events, perSecond, meanwhile);
    }

    private static List<UUID> publishing(Callable<String> publish, int events, int perSecond, Step meanwhile)
            throws Exception {
        List<UUID> published = Collections.synchronizedList(new ArrayList<>());
        var load = CompletableFuture.runAsync(() -> {
            try {
                at(events, perSecond, () -> published.add(UUID.fromString(publish.call())));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        meanwhile.run();
        load.get(60, TimeUnit.SECONDS);
        return List.copyOf(published);
    }

    private static void at(int times, int perSecond, Step step) throws Exception {
        try (ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
            var left = new CountDownLatch(times);
            AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
            ScheduledFuture<?> ticking = timer.scheduleAtFixedRate(
                    () -> {
                        try {
                            if (left.getCount() > 0) {
                                step.run();
                            }
                        } catch (Exception e) {
                            failure.set(e);
                        }
                        left.countDown();
                    },
                    0,
                    1_000_000 / perSecond,
                    TimeUnit.MICROSECONDS);
            assertThat(left.await(60, TimeUnit.SECONDS)).isTrue();
            ticking.cancel(false);
            assertThat(failure.get()).isNull();
        }
    }
}
