package io.plugstream.benchmark.whole;

import io.plugstream.benchmark.cost.Costs;
import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Clients;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** The load of chargers and its results. */
final class SessionLoad {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Seconds in which each charger settles into a new kind of message. */
    private static final int SETTLING = 5;

    private final AtomicLong numbers = new AtomicLong(1);
    private final Stage stage;
    private final Sessions sessions;
    private final EventConsumers consumers;
    private final Costs costs;
    private Kind kind = Kind.SESSIONS;

    SessionLoad(Stage stage, Sessions sessions, EventConsumers consumers, Costs costs) {
        this.stage = stage;
        this.sessions = sessions;
        this.consumers = consumers;
        this.costs = costs;
    }

    /** The result of a load; the stream's arrivals are those of one organisation. */
    record Outcome(Run answered, Run received, AtomicLongArray streamed, Instant begun, long first) {}

    Outcome run(Load load) throws InterruptedException {
        return run(load, sessions.size());
    }

    /** Runs the load on the first {@code speaking} chargers only. */
    private Outcome run(Load load, int speaking) throws InterruptedException {
        long first = numbers.getAndAdd(load.count());
        Run answered = new Run(load);
        Run received = answered.sameMessages();
        AtomicLongArray streamed = new AtomicLongArray(load.count());
        sessions.onAnswer((_, number) -> within(load, first, answered::arrived).accept(number));
        Instant begun = Instant.now();
        long nanos = System.nanoTime();
        consumers.onEvents(
                within(load, first, received::arrived),
                within(load, first, index -> streamed.compareAndSet(index, 0, System.nanoTime() - nanos)));
        answered.drive(index -> sessions.send(index % speaking, first + index), TIMEOUT);
        if (kind.isHeardOf()) {
            received.await(TIMEOUT);
        }
        return new Outcome(answered, received, streamed, begun, first);
    }

    private LongConsumer within(Load load, long first, IntConsumer arrived) {
        return number -> {
            if (number >= first && number < first + load.count()) {
                arrived.accept(Math.toIntExact(number - first));
            }
        };
    }

    /** Chargers send this kind of message from now on. */
    void begin(Kind next) {
        kind = next;
        sessions.begin(next);
    }

    /** The same for one kind of message of OCPP 1.6 chargers, without the figures of the first seconds. */
    int print(PrintWriter out, Load load, Kind next) throws IOException, InterruptedException, SQLException {
        begin(next);
        var _ = run(new Load(load.rate(), SETTLING));
        out.printf("%nonly %s:", next);
        return print(out, load);
    }

    /** Returns the number of messages that were not answered or not received. */
    int print(PrintWriter out, Load load) throws IOException, InterruptedException, SQLException {
        try (LogTimes log = new LogTimes(new Clients(stage.bootstrapServers()))) {
            Costs.Snapshot before = costs.now();
            Outcome outcome = run(load);
            out.printf(
                    "%n%d messages/s for %d s; %d not answered, %d not received%n",
                    load.rate(),
                    load.seconds(),
                    outcome.answered().missing(),
                    outcome.received().missing());
            costs.print(out, before, load.count());
            log.read();
            Legs.head(out, "from due to");
            Legs.print(out, "answer", outcome.answered().latencies());
            Legs.print(out, "log", logged(load, outcome, log.logged()));
            Legs.print(out, "claim", logged(load, outcome, log.claimed()));
            Legs.print(out, "receiver", outcome.received().latencies());
            Legs.print(out, "stream", streamed(load, outcome.streamed()));
            return outcome.answered().missing()
                    + (kind.isHeardOf() ? outcome.received().missing() : 0);
        }
    }

    /** Prints the costs without any messages. */
    void idle(PrintWriter out, Duration time) throws IOException, InterruptedException, SQLException {
        Costs.Snapshot before = costs.now();
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        out.printf("%nidle for %d s; the figures are for each second%n", time.toSeconds());
        costs.print(out, before, time.toSeconds());
    }

    private static Latencies logged(Load load, Outcome outcome, Map<Long, Instant> times) {
        return new Latencies(IntStream.range(0, load.count())
                .filter(index -> times.containsKey(outcome.first() + index))
                .mapToLong(index -> Math.max(
                        0,
                        Duration.between(outcome.begun().plus(load.due(index)), times.get(outcome.first() + index))
                                .toNanos()))
                .toArray());
    }

    private static Latencies streamed(Load load, AtomicLongArray times) {
        return new Latencies(IntStream.range(0, load.count())
                .filter(index -> times.get(index) != 0)
                .mapToLong(index -> times.get(index) - load.due(index).toNanos())
                .toArray());
    }

    /** Prints when starts and stops of one charger are visible in the API, which is polled without pause. */
    void visible(PrintWriter out, Load load, Site site, Member member) throws InterruptedException {
        Map<Long, Instant> seen = new ConcurrentHashMap<>();
        HttpRequest newest = site.keyed(member.key(), "/api/v1/transactions?chargeBoxId=CP-0&limit=1")
                .build();
        Thread watcher = Thread.ofVirtual().start(() -> watch(site.http(), newest, seen));
        Outcome outcome = run(load, 1);
        watcher.interrupt();
        watcher.join();
        out.printf("%n%d messages/s; a transaction's start or stop%n", load.rate());
        Legs.print(out, "in the API", logged(load, outcome, seen));
    }

    private static void watch(HttpClient http, HttpRequest newest, Map<Long, Instant> seen) {
        try {
            while (true) {
                JsonNode transaction = Json.mapper()
                        .readTree(http.send(newest, BodyHandlers.ofByteArray()).body())
                        .path("transactions")
                        .path(0);
                Instant now = Instant.now();
                seen.putIfAbsent(transaction.path("meterStart").longValue(Numbers.NONE), now);
                seen.putIfAbsent(transaction.path("meterStop").longValue(Numbers.NONE), now);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void saturate(PrintWriter out, Duration time) throws IOException, InterruptedException, SQLException {
        AtomicLong received = new AtomicLong();
        AtomicLong answered = new AtomicLong();
        long first = numbers.get();
        consumers.onEvents(
                number -> {
                    if (number >= first) {
                        received.incrementAndGet();
                    }
                },
                _ -> {});
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        sessions.onAnswer((charger, number) -> {
            if (number >= first) {
                answered.incrementAndGet();
                if (System.nanoTime() < end) {
                    sessions.send(charger, numbers.getAndIncrement());
                }
            }
        });
        Costs.Snapshot before = costs.now();
        for (int charger = 0; charger < sessions.size(); charger++) {
            sessions.send(charger, numbers.getAndIncrement());
        }
        TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
        long last = end + TIMEOUT.toNanos();
        while ((answered.get() < numbers.get() - first || received.get() < answered.get())
                && System.nanoTime() < last) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        double took = (System.nanoTime() - begin) / 1e9;
        out.printf(
                "%nsaturation: %.0f messages/s answered and received (%d sent, %d received, %.1f s until the last)%n",
                received.get() / took, numbers.get() - first, received.get(), took);
        costs.print(out, before, Math.max(1, answered.get()));
    }
}
