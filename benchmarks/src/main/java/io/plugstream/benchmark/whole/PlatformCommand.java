package io.plugstream.benchmark.whole;

import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Clients;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.model.event.EventType;
import io.plugstream.model.json.Json;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Measures what a charger's message, a call and a registration cost all processes, and how long each leg takes. */
@Command(
        name = "platform",
        mixinStandardHelpOptions = true,
        description =
                "All four services, a broker, PostgreSQL, chargers over real sockets, a receiver and a stream: what a"
                        + " message costs each process, and when it is answered, logged, claimed, received and streamed.")
public final class PlatformCommand implements Callable<Integer> {

    private static final String LEG = "  %-22s %9s %9s %9s%n";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WARM_UP_RATE = 300;

    /** Of the one charger that is watched: two sessions a second. */
    private static final int WATCHED_RATE = 20;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Option(
            names = "--rates",
            split = ",",
            paramLabel = "N",
            defaultValue = "50,300,1000",
            description = "Messages a second, one run each (default: ${DEFAULT-VALUE})")
    private List<Integer> rates = List.of();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "How long a run is; at most 120 (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "60",
            description = "Seconds at 300 a second before the first figure; at most 120 (default: ${DEFAULT-VALUE})")
    private int warmUp;

    @Option(
            names = "--organisations",
            paramLabel = "N",
            defaultValue = "20",
            description = "Each with a webhook for all events (default: ${DEFAULT-VALUE})")
    private int organisations;

    @Option(
            names = "--chargers",
            paramLabel = "N",
            defaultValue = "500",
            description = "Of all organisations together (default: ${DEFAULT-VALUE})")
    private int chargers;

    @Option(
            names = "--calls",
            paramLabel = "N",
            defaultValue = "500",
            description =
                    "API calls a second, of the Growth and of the Scale tier; 0 for none (default: ${DEFAULT-VALUE})")
    private int calls;

    @Option(
            names = "--saturation",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Also let each charger speak as soon as it is answered (default: ${DEFAULT-VALUE})")
    private boolean saturation;

    @Option(
            names = "--jvm",
            paramLabel = "OPTION",
            description = "One more option for the JVM of each service; {service} in it is the service's name, as in"
                    + " -XX:StartFlightRecording=filename={service}.jfr")
    private List<String> jvm = List.of();

    @Option(
            names = "--home",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "The project, for the jars below it (default: the current directory)")
    private Path home = Path.of(".");

    private final AtomicLong numbers = new AtomicLong(1);

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        try (Stage stage = Stage.open();
                Site site = Site.start(stage, home, jvm);
                Ears ears = new Ears();
                Costs costs = Costs.of(stage, site)) {
            List<Member> members = new ArrayList<>();
            for (int number = 0; number < organisations; number++) {
                Member member = site.member("org-" + number, Tier.SCALE, Math.max(1, chargers / organisations));
                site.webhook(member, ears.url(), List.of(EventType.values()));
                members.add(member);
            }
            ears.listen(site, members.getFirst());
            try (Sessions sessions = new Sessions(site, members)) {
                Measured measured = new Measured(stage, sessions, ears, costs);
                var _ = measured.run(new Load(WARM_UP_RATE, warmUp));
                PrintWriter out = spec.commandLine().getOut();
                int missing = 0;
                for (int rate : rates) {
                    missing += measured.print(out, new Load(rate, seconds));
                }
                measured.visible(out, new Load(WATCHED_RATE, 10), site, members.getFirst());
                if (saturation) {
                    measured.saturate(out, Duration.ofSeconds(seconds));
                }
                if (calls > 0) {
                    calls(site, costs, site.member("growth", Tier.GROWTH, 1), "a call of the Growth tier");
                    calls(site, costs, members.getFirst(), "a call of the Scale tier");
                }
                registrations(site, costs, site.member("fleet", Tier.SCALE, 1));
                out.flush();
                return missing == 0 ? 0 : 1;
            }
        }
    }

    private void calls(Site site, Costs costs, Member member, String what)
            throws IOException, InterruptedException, SQLException {
        HttpRequest question = site.keyed(member.key(), "/api/v1/organisation").build();
        Load load = new Load(calls, 10);
        Run run = new Run(load);
        Costs.Snapshot before = costs.now();
        run.drive(
                index -> {
                    var _ = site.http()
                            .sendAsync(question, BodyHandlers.discarding())
                            .thenAccept(answer -> {
                                if (answer.statusCode() == 200) {
                                    run.arrived(index);
                                }
                            });
                },
                PATIENCE);
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%n%s, %d/s; %d not answered%n", what, calls, run.missing());
        leg(out, "answer", run.latencies());
        costs.print(out, before, load.count());
    }

    private void registrations(Site site, Costs costs, Member member)
            throws IOException, InterruptedException, SQLException {
        Load load = new Load(50, 10);
        Run run = new Run(load);
        Costs.Snapshot before = costs.now();
        run.drive(
                index -> {
                    var _ = site.http()
                            .sendAsync(
                                    site.keyed(member.key(), "/api/v1/chargers")
                                            .POST(HttpRequest.BodyPublishers.ofString(
                                                    "{\"chargeBoxId\":\"NEW-" + index + "\"}"))
                                            .build(),
                                    BodyHandlers.discarding())
                            .thenAccept(answer -> {
                                if (answer.statusCode() == 201) {
                                    run.arrived(index);
                                }
                            });
                },
                PATIENCE);
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%na registration, %d/s; %d not answered%n", load.rate(), run.missing());
        leg(out, "answer", run.latencies());
        costs.print(out, before, load.count());
    }

    private static void leg(PrintWriter out, String name, Latencies latencies) {
        out.printf(
                LEG,
                name + ", ms",
                millis(latencies.percentile(0.5)),
                millis(latencies.percentile(0.99)),
                millis(latencies.percentile(1)));
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.2f", duration.toNanos() / 1e6);
    }

    /** The load, and what listens to it. */
    private final class Measured {

        private final Stage stage;
        private final Sessions sessions;
        private final Ears ears;
        private final Costs costs;

        Measured(Stage stage, Sessions sessions, Ears ears, Costs costs) {
            this.stage = stage;
            this.sessions = sessions;
            this.ears = ears;
            this.costs = costs;
        }

        /** What came of a load; the stream's arrivals are those of one organisation. */
        private record Outcome(Run answered, Run received, AtomicLongArray streamed, Instant begun, long first) {}

        Outcome run(Load load) throws InterruptedException {
            return run(load, sessions.size());
        }

        /** The load on the first {@code speaking} chargers alone. */
        private Outcome run(Load load, int speaking) throws InterruptedException {
            long first = numbers.getAndAdd(load.count());
            Run answered = new Run(load);
            Run received = answered.elsewhere();
            AtomicLongArray streamed = new AtomicLongArray(load.count());
            sessions.onAnswer(
                    (_, number) -> within(load, first, answered::arrived).accept(number));
            Instant begun = Instant.now();
            long nanos = System.nanoTime();
            ears.hear(
                    within(load, first, received::arrived),
                    within(load, first, index -> streamed.compareAndSet(index, 0, System.nanoTime() - nanos)));
            answered.drive(index -> sessions.send(index % speaking, first + index), PATIENCE);
            received.await(PATIENCE);
            return new Outcome(answered, received, streamed, begun, first);
        }

        private LongConsumer within(Load load, long first, java.util.function.IntConsumer arrived) {
            return number -> {
                if (number >= first && number < first + load.count()) {
                    arrived.accept(Math.toIntExact(number - first));
                }
            };
        }

        /** How many were not answered or received. */
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
                out.printf(LEG, "from due to", "p50", "p99", "max");
                leg(out, "answer", outcome.answered().latencies());
                leg(out, "log", logged(load, outcome, log.logged()));
                leg(out, "claim", logged(load, outcome, log.claimed()));
                leg(out, "receiver", outcome.received().latencies());
                leg(out, "stream", streamed(load, outcome.streamed()));
                out.flush();
                return outcome.answered().missing() + outcome.received().missing();
            }
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

        /** When starts and stops of one charger are in the API, asked again as soon as it has answered. */
        void visible(PrintWriter out, Load load, Site site, Member member) throws InterruptedException {
            Map<Long, Instant> seen = new ConcurrentHashMap<>();
            HttpRequest newest = site.keyed(member.key(), "/api/v1/transactions?chargeBoxId=CP-0&limit=1")
                    .build();
            Thread watcher = Thread.ofVirtual().start(() -> watch(site.http(), newest, seen));
            Outcome outcome = run(load, 1);
            watcher.interrupt();
            watcher.join();
            out.printf("%n%d messages/s; a transaction's start or stop%n", load.rate());
            leg(out, "in the API", logged(load, outcome, seen));
        }

        private static void watch(HttpClient http, HttpRequest newest, Map<Long, Instant> seen) {
            try {
                while (true) {
                    JsonNode transaction = Json.mapper()
                            .readTree(http.send(newest, BodyHandlers.ofByteArray())
                                    .body())
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
            ears.hear(
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
            long last = end + PATIENCE.toNanos();
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
}
