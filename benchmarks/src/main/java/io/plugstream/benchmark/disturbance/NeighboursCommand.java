package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.cost.Costs;
import io.plugstream.benchmark.disturbance.Work.Outcome;
import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.local.process.FreePorts;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how much an organisation that does its worst slows down others. */
@Command(
        name = "neighbours",
        description = "Many organisations work through all four services, first alone, then beside one that does its"
                + " worst: floods of frames, boots that the database would reject, streams from old positions,"
                + " made-up keys, invalid calls, and receivers that answer 503 after 4.5 s. Prints the others'"
                + " latencies of OCPP answers, API calls and webhooks, and by how much they moved.")
public final class NeighboursCommand extends Benchmark {

    private static final String ROW = "%6s %-14s   %9s %9s   %9s %9s   %8s%n";
    private static final int SOCKETS_OF_THE_BAD_ONE = 2;
    private static final int WEBHOOKS_OF_THE_BAD_ONE = 20;

    /** Seconds of load beside the bad one before each measurement. */
    private static final int SETTLING = 10;

    @Mixin
    private Workers workers = new Workers();

    @Mixin
    private BadNeighbourRates rates = new BadNeighbourRates();

    @Option(names = "--rate", description = "Messages a second of all chargers together")
    private int rate = 100;

    @Option(names = "--seconds", description = "Seconds of a run; at most 120")
    private int seconds = 60;

    @Option(names = "--rounds", description = "Number of rounds, each with both measurements")
    private int rounds = 2;

    @Option(
            names = "--warm-up",
            description = "Seconds of load before the first figure, half of them beside the bad one")
    private int warmUp = 60;

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        try (Stage stage = Stage.open();
                Site site = Site.start(stage, home(), jvm());
                PromptReceiver receiver = new PromptReceiver()) {
            List<Member> members = workers.register(site, receiver);
            int port = FreePorts.one();
            Member bad = site.member("bad", Tier.SCALE, SOCKETS_OF_THE_BAD_ONE);
            for (int number = 0; number < WEBHOOKS_OF_THE_BAD_ONE; number++) {
                site.webhook(bad, "http://127.0.0.1:%d/%d".formatted(port, number), Workers.CHANGES);
            }
            Orders orders = Orders.of(site, port, bad, rates.rates());
            try (Work work = new Work(site, receiver, members);
                    Costs costs = Costs.of(stage, site)) {
                return measure(stage, work, costs, orders) == 0 ? 0 : 1;
            }
        }
    }

    private int measure(Stage stage, Work work, Costs costs, Orders orders)
            throws IOException, InterruptedException, SQLException {
        PrintWriter out = out();
        int half = Math.max(1, warmUp / 2);
        var _ = work.run(new Load(rate, half), new Load(workers.calls(), half));
        try (BadNeighbourProcess neighbour = BadNeighbourProcess.begin(stage.directory(), orders)) {
            var _ = work.run(new Load(rate, half), new Load(workers.calls(), half));
            var _ = neighbour.end();
        }
        out.printf(
                "%n%d organisations, %d messages and %d calls a second, %d s a run; milliseconds from due to"
                        + " arrival.%n%n",
                workers.organisations(), rate, workers.calls(), seconds);
        out.printf(ROW, "round", "", "alone p50", "p99", "beside p50", "p99", "p99 more");
        Load messages = new Load(rate, seconds);
        Load questions = new Load(workers.calls(), seconds);
        int missing = 0;
        for (int round = 1; round <= rounds; round++) {
            Costs.Snapshot start = costs.now();
            Outcome alone = work.run(messages, questions);
            double coresAlone = costs.coresSince(start);
            Outcome beside;
            double coresBeside;
            double coresOfBad;
            String told;
            try (BadNeighbourProcess neighbour = BadNeighbourProcess.begin(stage.directory(), orders)) {
                // The first calls of its new JVM come late, and then all at once.
                missing += work.run(new Load(rate, SETTLING), new Load(workers.calls(), SETTLING))
                        .missing();
                start = costs.now();
                Duration before = neighbour.cpu();
                beside = work.run(messages, questions);
                coresBeside = costs.coresSince(start);
                coresOfBad = (double) neighbour.cpu().minus(before).toNanos() / (System.nanoTime() - start.nanos());
                told = neighbour.end();
            }
            print(out, round, "OCPP answers", alone.answered(), beside.answered());
            print(out, round, "API calls", alone.called(), beside.called());
            print(out, round, "webhooks", alone.delivered(), beside.delivered());
            out.printf("       cores that services, Kafka and PostgreSQL used: %.2f, %.2f%n", coresAlone, coresBeside);
            out.printf("       cores that the bad one's own process used: %.2f%n", coresOfBad);
            out.printf("       the bad one: %s%n", told);
            missing += alone.missing() + beside.missing();
        }
        out.printf("%n%d did not arrive.%n", missing);
        return missing;
    }

    private static void print(PrintWriter out, int round, String what, Run aloneRun, Run besideRun) {
        Latencies alone = aloneRun.latencies();
        Latencies beside = besideRun.latencies();
        Duration before = alone.percentile(0.99);
        Duration after = beside.percentile(0.99);
        out.printf(
                ROW,
                round,
                what,
                Figures.millis(alone, 0.5),
                Figures.millis(before),
                Figures.millis(beside, 0.5),
                Figures.millis(after),
                more(before, after));
    }

    /** The difference to {@code before} in percent. */
    static String more(Duration before, Duration after) {
        return before.isZero()
                ? "-"
                : String.format(
                        Locale.ROOT, "%+.0f %%", 100.0 * (after.toNanos() - before.toNanos()) / before.toNanos());
    }
}
