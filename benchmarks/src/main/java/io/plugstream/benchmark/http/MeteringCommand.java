package io.plugstream.benchmark.http;

import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.LoadOptions;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures how much latency authentication and metering add to a call. */
@Command(
        name = "metering",
        mixinStandardHelpOptions = true,
        description =
                "GET /api/v1/organisation at a fixed rate: with keys of the Growth tier, whose calls wait for their"
                        + " decision; with a key of the Scale tier, whose calls are only appended; yardstick: a bare WebFlux"
                        + " endpoint that answers the same bytes.")
public final class MeteringCommand extends Benchmark {

    private static final String ROW = "%8s %6s   %8s %8s   %8s %8s   %8s %8s   %9s %9s%n";

    /** Below the Growth tier's daily allowance, so that no call is rejected. */
    private static final int CALLS_OF_ONE = 9_000;

    @Mixin
    private LoadOptions options = new LoadOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Stage stage = Stage.open();
                Site site = Site.startApi(stage, home())) {
            List<Target> limited = limited(site);
            Target unlimited = Target.organisation(site, "unlimited", Tier.SCALE);
            Target first = limited.getFirst();
            try (Yardstick bare = Yardstick.start(stage.directory(), Stage.jvm(), first.answer(), first);
                    OpenCalls metered = new OpenCalls(limited);
                    OpenCalls appended = new OpenCalls(List.of(unlimited));
                    OpenCalls yardstick = new OpenCalls(List.of(bare.target()))) {
                return measure(metered, appended, yardstick) == 0 ? 0 : 1;
            }
        }
    }

    private List<Target> limited(Site site) throws IOException, InterruptedException {
        int calls = options.warmUp().count()
                + options.rounds()
                        * options.loads().stream().mapToInt(Load::count).sum();
        List<Target> targets = new ArrayList<>();
        for (int number = 0; number < Math.ceilDiv(calls, CALLS_OF_ONE); number++) {
            targets.add(Target.organisation(site, "limited-" + number, Tier.GROWTH));
        }
        return targets;
    }

    private int measure(OpenCalls metered, OpenCalls appended, OpenCalls bare) throws InterruptedException {
        for (OpenCalls each : List.of(metered, appended, bare)) {
            var _ = each.run(options.warmUp());
        }
        PrintWriter out = out();
        out.printf(
                "%nGET %s; milliseconds from due to the last byte; yardstick: bare WebFlux.%n%n", Target.ORGANISATION);
        out.printf(ROW, "rate/s", "round", "p50", "p99", "Scale 50", "p99", "bare 50", "p99", "added p50", "added p99");
        int missing = 0;
        for (Load load : options.loads()) {
            for (int round = 1; round <= options.rounds(); round++) {
                Run yardstick = bare.run(load);
                Run unlimited = appended.run(load);
                Run limited = metered.run(load);
                print(out, load, round, limited.latencies(), unlimited.latencies(), yardstick.latencies());
                missing += limited.missing() + unlimited.missing() + yardstick.missing();
            }
        }
        return missing;
    }

    private static void print(
            PrintWriter out, Load load, int round, Latencies limited, Latencies unlimited, Latencies bare) {
        out.printf(
                ROW,
                load.rate(),
                round,
                Figures.millis(limited, 0.5),
                Figures.millis(limited, 0.99),
                Figures.millis(unlimited, 0.5),
                Figures.millis(unlimited, 0.99),
                Figures.millis(bare, 0.5),
                Figures.millis(bare, 0.99),
                Figures.millis(limited.percentile(0.5).minus(bare.percentile(0.5))),
                Figures.millis(limited.percentile(0.99).minus(bare.percentile(0.99))));
        out.flush();
    }
}
