package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.disturbance.Work.Outcome;
import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how long the death of one of three brokers affects chargers, callers and receivers. */
@Command(
        name = "brokers",
        mixinStandardHelpOptions = true,
        description =
                "Kills one of three brokers with SIGKILL under the load of many organisations, starts it again, and"
                        + " prints what OCPP answers, API calls and webhooks take in each five seconds.")
public final class BrokersCommand extends Benchmark {

    private static final int BROKERS = 3;
    private static final Duration GOAL = Duration.ofMillis(500);

    @Mixin
    private Workers workers = new Workers();

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "300",
            description = "Messages a second of all chargers together (default: ${DEFAULT-VALUE})")
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
            description = "Seconds until it restarts (default: ${DEFAULT-VALUE})")
    private int down;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "80",
            description = "Duration of the load in seconds; at most 120 (default: ${DEFAULT-VALUE})")
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
            throw fault("--broker must be 1 to " + BROKERS);
        }
        try (Stage stage = Stage.open(BROKERS);
                Site site = Site.start(stage, home(), List.of());
                WebhookReceivers receivers = new WebhookReceivers();
                ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
            List<Member> members = workers.register(site, receivers);
            try (Work work = new Work(site, receivers, members)) {
                work.warmUp(rate, workers.calls(), warmUp);
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
                out().printf(
                                "%n%d messages and %d calls a second; broker %d killed after %d s, started again %d s later;"
                                        + " milliseconds from due to arrival, by the second in which it was due.%n%n",
                                rate, workers.calls(), broker, killAfter, down);
                new Recovery(outcome, rate, workers.calls(), seconds).print(out(), killAfter, GOAL, "the kill");
            }
        }
        return 0;
    }
}
