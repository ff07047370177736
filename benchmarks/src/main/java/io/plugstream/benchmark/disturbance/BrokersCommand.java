package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.disturbance.Work.Outcome;
import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how long the death of one of three brokers is felt by chargers, callers and receivers. */
@Command(
        name = "brokers",
        mixinStandardHelpOptions = true,
        description =
                "Kills one of three brokers with SIGKILL under the work of many organisations, starts it again, and"
                        + " prints what OCPP answers, API calls and webhooks take in each five seconds.")
public final class BrokersCommand extends Benchmark {

    private static final int BROKERS = 3;
    private static final int WINDOW = 5;

    /** Seconds of a run while the platform warms up. */
    private static final int STRETCH = 60;

    private static final Duration GOAL = Duration.ofMillis(500);
    private static final String ROW = "%7s %-14s %9s %9s %9s %9s%n";

    @Mixin
    private Workers workers = new Workers();

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "300",
            description = "Messages of their chargers a second, all together (default: ${DEFAULT-VALUE})")
    private int rate;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "240",
            description =
                    "Seconds of work before the first figure, in which most code is compiled (default: ${DEFAULT-VALUE})")
    private int warmUp;

    @Option(
            names = "--kill-after",
            paramLabel = "N",
            defaultValue = "20",
            description = "Second in which the broker is killed (default: ${DEFAULT-VALUE})")
    private int killAfter;

    @Option(
            names = "--down",
            paramLabel = "N",
            defaultValue = "30",
            description = "Seconds until it starts again (default: ${DEFAULT-VALUE})")
    private int down;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "80",
            description = "How long the work goes on; at most 120 (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(
            names = "--broker",
            paramLabel = "ID",
            defaultValue = "1",
            description = "Which broker, 1 to 3 (default: ${DEFAULT-VALUE})")
    private int broker;

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        if (broker < 1 || broker > BROKERS) {
            throw fault("--broker is 1 to " + BROKERS);
        }
        try (Stage stage = Stage.open(BROKERS);
                Site site = Site.start(stage, home(), List.of());
                Hooks hooks = new Hooks();
                ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
            List<Member> members = workers.register(site, hooks);
            try (Work work = new Work(site, hooks, members)) {
                for (int left = warmUp; left > 0; left -= STRETCH) {
                    int stretch = Math.min(left, STRETCH);
                    var _ = work.run(new Load(rate, stretch), new Load(workers.calls(), stretch));
                }
                List<Future<?>> fault = List.of(
                        timer.schedule(
                                () -> stage.brokers().broker(broker).process().destroyForcibly(),
                                killAfter,
                                TimeUnit.SECONDS),
                        timer.schedule(
                                () -> stage.brokers().startAgain(broker), (long) killAfter + down, TimeUnit.SECONDS));
                Outcome outcome = work.run(new Load(rate, seconds), new Load(workers.calls(), seconds));
                for (Future<?> step : fault) {
                    var _ = step.get();
                }
                print(outcome);
            }
        }
        return 0;
    }

    private void print(Outcome outcome) {
        PrintWriter out = out();
        out.printf(
                "%n%d messages and %d calls a second; broker %d killed after %d s, started again %d s later; milliseconds"
                        + " from due to arrival, by the second in which it was due.%n%n",
                rate, workers.calls(), broker, killAfter, down);
        out.printf(ROW, "from", "", "p50", "p99", "max", "missing");
        for (int from = 0; from < seconds; from += WINDOW) {
            print(out, from, "OCPP answers", outcome.answered(), rate);
            print(out, from, "API calls", outcome.called(), workers.calls());
            print(out, from, "webhooks", outcome.delivered(), rate);
        }
        back(out, "OCPP answers", outcome.answered(), rate);
        back(out, "API calls", outcome.called(), workers.calls());
        back(out, "webhooks", outcome.delivered(), rate);
        out.flush();
    }

    private static void print(PrintWriter out, int from, String what, Run run, int rate) {
        Latencies latencies = within(run, from, WINDOW, rate);
        out.printf(
                ROW,
                from + " s",
                what,
                millis(latencies.percentile(0.5)),
                millis(latencies.percentile(0.99)),
                millis(latencies.percentile(1)),
                WINDOW * rate - latencies.count());
    }

    /** The first second after the kill from which on all that was due has a p99 below the goal in each second. */
    private void back(PrintWriter out, String what, Run run, int rate) {
        int back = seconds;
        while (back > killAfter && isGood(within(run, back - 1, 1, rate), rate)) {
            back--;
        }
        out.printf(
                "%s: p99 below %d ms %s%n",
                what,
                GOAL.toMillis(),
                back == seconds ? "never again" : "for good from " + (back - killAfter) + " s after the kill on");
    }

    private static boolean isGood(Latencies latencies, int due) {
        return latencies.count() == due && latencies.percentile(0.99).compareTo(GOAL) < 0;
    }

    private static Latencies within(Run run, int from, int seconds, int rate) {
        return run.latencies(index -> index >= from * rate && index < (from + seconds) * rate);
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.0f", duration.toNanos() / 1e6);
    }
}
