package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.plugstream.webhook.RecordingReceiver.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures how long a shard's events wait for its next owner, and prints it. The limits allow for a busy machine. */
class TakeoverIT {

    /** Enough organisations for every shard to have some. */
    private static final int ORGANISATIONS = 30;

    /** Events of this time are watched: the first of them wait the longest. */
    private static final Duration WATCHED = Duration.ofSeconds(3);

    private static final Duration LONGEST_AFTER_KILL = Duration.ofSeconds(50);
    private static final Duration LONGEST_AFTER_TERM = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    private final Map<String, Instant> published = new ConcurrentHashMap<>();

    @Test
    void anotherDispatcherSoonTakesOverFromAStoppedOrKilledOne() throws Exception {
        try (Kafka broker = RealParts.newKafka();
                TestLog log = new TestLog(broker.bootstrapServers());
                RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            log.createTopics();
            for (int number = 0; number < ORGANISATIONS; number++) {
                log.register("o" + number, TestLog.webhook("w" + number, receiver.url()));
            }
            try (DispatcherProcess one = DispatcherProcess.start(directory, "one", broker.bootstrapServers());
                    DispatcherProcess two = DispatcherProcess.start(directory, "two", broker.bootstrapServers());
                    DispatcherProcess three = DispatcherProcess.start(directory, "three", broker.bootstrapServers())) {
                one.awaitReady();
                two.awaitReady();
                three.awaitReady();
                AtomicInteger turn = new AtomicInteger();
                SteadyLoad load = SteadyLoad.of(100, () -> {
                    Instant now = Instant.now();
                    String id = log.publish(Events.connected("o" + turn.getAndIncrement() % ORGANISATIONS));
                    published.put(id, now);
                    return id;
                });
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> receiver.journal().size() > 300);

                Instant stopped = Instant.now();
                one.terminate();
                assertThat(longestWait("SIGTERM", stopped, receiver, log)).isLessThan(LONGEST_AFTER_TERM);

                two.kill();
                Instant killed = Instant.now(); // what it has claimed before may be lost
                assertThat(longestWait("kill -9", killed, receiver, log)).isLessThan(LONGEST_AFTER_KILL);
                load.end();
                assertThat(three.isAlive()).isTrue();
                assertThat(receiver.journal()).extracting(Request::id).doesNotHaveDuplicates();
            }
        }
    }

    /** The longest wait of an event published within some seconds after {@code moment}, once all of them arrived. */
    private Duration longestWait(String what, Instant moment, RecordingReceiver receiver, TestLog log) {
        Instant end = moment.plus(WATCHED);
        try {
            await().atMost(LONGEST_AFTER_KILL.multipliedBy(2))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> Instant.now().isAfter(end)
                            && missing(moment, end, receiver).isEmpty());
        } catch (ConditionTimeoutException e) {
            Set<String> missing = missing(moment, end, receiver);
            throw new AssertionError(
                    missing + " did not arrive: "
                            + log.ends().stream()
                                    .filter(ended ->
                                            missing.contains(ended.eventId().toString()))
                                    .toList(),
                    e);
        }
        Duration longest = waits(moment, end, receiver).values().stream()
                .max(Duration::compareTo)
                .orElseThrow();
        System.out.printf("after %s the longest wait for a POST was %d ms%n", what, longest.toMillis());
        return longest;
    }

    private Set<String> missing(Instant from, Instant to, RecordingReceiver receiver) {
        Set<String> missing = published(from, to);
        missing.removeAll(waits(from, to, receiver).keySet());
        return missing;
    }

    private Set<String> published(Instant from, Instant to) {
        return published.entrySet().stream()
                .filter(event ->
                        event.getValue().isAfter(from) && event.getValue().isBefore(to))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private Map<String, Duration> waits(Instant from, Instant to, RecordingReceiver receiver) {
        return receiver.journal().stream()
                .filter(request -> {
                    Instant at = published.get(request.id());
                    return at != null && at.isAfter(from) && at.isBefore(to);
                })
                .collect(Collectors.toMap(
                        Request::id, request -> Duration.between(published.get(request.id()), request.at())));
    }
}
