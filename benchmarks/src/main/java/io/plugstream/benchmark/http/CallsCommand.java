package io.plugstream.benchmark.http;

import io.plugstream.benchmark.cost.Costs;
import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.model.event.EventType;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the cost of an organisation's calls and registrations for all processes, and their highest rate. */
@Command(
        name = "calls",
        mixinStandardHelpOptions = true,
        description = "Lists, single registrations and batches over a few connections in closed loops,"
                + " and calls at a fixed rate, with all four services running.")
public final class CallsCommand extends Benchmark {

    private static final String HEAD = "%-44s %10s %9s %9s %9s   %s%n";
    private static final List<String> LISTS = List.of(Target.CHARGERS, Target.WEBHOOKS);
    private static final int LARGEST_BATCH = 500;
    private static final int WEBHOOKS = 3;

    /** Below the Growth tier's daily allowance, so that no call is rejected. */
    private static final int CALLS_OF_ONE = 9_000;

    private final AtomicInteger registered = new AtomicInteger();

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "32",
            description = "Connections that ask for lists (default: ${DEFAULT-VALUE})")
    private int connections;

    @Option(
            names = "--registering",
            paramLabel = "N",
            defaultValue = "16",
            description = "Connections that register chargers (default: ${DEFAULT-VALUE})")
    private int registering;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Calls a second at a fixed rate (default: ${DEFAULT-VALUE})")
    private int rate;

    @Option(
            names = "--fleet",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Chargers that the organisation has in the last round, registered in batches"
                    + " (default: ${DEFAULT-VALUE})")
    private int fleet;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Seconds of a run; at most 120 (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Number of rounds before the batches; the first rounds warm up" + " (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(
            names = "--jvm",
            paramLabel = "OPTION",
            description = "One more option for the JVM of each service; {service} in it is the service's name, as in"
                    + " -XX:StartFlightRecording=filename={service}.jfr")
    private List<String> jvm = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException, SQLException {
        try (Stage stage = Stage.open();
                Site site = Site.start(stage, home(), jvm);
                Costs costs = Costs.of(stage, site)) {
            Member member = site.member("calls", Tier.SCALE, 1);
            for (int number = 0; number < WEBHOOKS; number++) {
                site.webhook(member, "http://127.0.0.1:9/" + number, List.of(EventType.CHARGER_BOOT));
            }
            out().printf(HEAD, "", "a second", "p50, ms", "p99, ms", "CPU, ms", "goal");
            for (int round = 1; round <= rounds; round++) {
                measure(site, costs, member, "round " + round);
            }
            batches(site, costs, member);
            measure(site, costs, member, "%,d chargers".formatted(registered.get()));
        }
        return 0;
    }

    private void measure(Site site, Costs costs, Member member, String when)
            throws IOException, InterruptedException, ExecutionException, SQLException {
        for (String list : LISTS) {
            byte[] request = new Target(site.apiPort(), list, member.key()).request();
            closed(site, costs, "GET %s, %s".formatted(list, when), () -> request, connections, 1, "8,000/s, 1 ms");
        }
        closed(
                site,
                costs,
                "POST %s, %s".formatted(Target.CHARGERS, when),
                () -> Target.post(Target.CHARGERS, member.key(), "{\"chargeBoxId\":\"%s\"}".formatted(next())),
                registering,
                1,
                "500/s");
        open(costs, List.of(new Target(site.apiPort(), Target.ORGANISATION, member.key())), "Scale, " + when);
        open(costs, limited(site, when), "Growth, " + when);
    }

    private String next() {
        return "NEW-" + registered.incrementAndGet();
    }

    /** @param each how many counted items one request contains */
    private void closed(Site site, Costs costs, String what, Supplier<byte[]> requests, int over, int each, String goal)
            throws IOException, InterruptedException, ExecutionException, SQLException {
        Costs.Snapshot before = costs.now();
        Burst burst = Burst.of(site.apiPort(), requests, over, Duration.ofSeconds(seconds));
        print(what, each * burst.perSecond(), burst.latencies(), costs.cpuSince(before), each, goal);
    }

    private void batches(Site site, Costs costs, Member member)
            throws IOException, InterruptedException, ExecutionException, SQLException {
        while (registered.get() < fleet) {
            closed(
                    site,
                    costs,
                    "POST %s/batch, chargers".formatted(Target.CHARGERS),
                    () -> Target.post(Target.CHARGERS + "/batch", member.key(), batch()),
                    1,
                    LARGEST_BATCH,
                    "3,000/s");
        }
    }

    private String batch() {
        return IntStream.range(0, LARGEST_BATCH)
                .mapToObj(_ -> "{\"chargeBoxId\":\"%s\"}".formatted(next()))
                .collect(Collectors.joining(",", "{\"chargers\":[", "]}"));
    }

    private List<Target> limited(Site site, String when) throws IOException, InterruptedException {
        List<Target> targets = new ArrayList<>();
        for (int number = 0; number < Math.ceilDiv(rate * seconds, CALLS_OF_ONE); number++) {
            String name = "growth-%s-%d".formatted(when.replaceAll("[^0-9]", ""), number);
            targets.add(Target.organisation(site, name, Tier.GROWTH));
        }
        return targets;
    }

    private void open(Costs costs, List<Target> targets, String who)
            throws IOException, InterruptedException, SQLException {
        try (OpenCalls calls = new OpenCalls(targets)) {
            Costs.Snapshot before = costs.now();
            Run run = calls.run(new Load(rate, seconds));
            Latencies latencies = run.latencies();
            print(
                    "GET %s, %s".formatted(Target.ORGANISATION, who),
                    (double) latencies.count() / seconds,
                    latencies,
                    costs.cpuSince(before),
                    1,
                    "0.25 ms of CPU");
        }
    }

    private void print(String what, double perSecond, Latencies latencies, Duration cpu, int each, String goal) {
        out().printf(
                        HEAD,
                        what,
                        Figures.number(perSecond),
                        Figures.millis(latencies, 0.5),
                        Figures.millis(latencies, 0.99),
                        String.format(Locale.ROOT, "%.2f", cpu.toNanos() / 1e6 / Math.max(1, latencies.count()) / each),
                        goal);
        out().flush();
    }
}
