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

/** Measures how long the death of the only gateway affects chargers, callers and receivers. */
@Command(
        name = "gateway-death",
        mixinStandardHelpOptions = true,
        description =
                "Kills the only gateway with SIGKILL under the load of many organisations, restarts it at once, and"
                        + " prints what OCPP answers, API calls and webhooks take in each five seconds.")
public final class GatewayDeathCommand extends Benchmark {

    private static final Duration GOAL = Duration.ofMillis(100);

    @Mixin
    private Workers workers = new Workers();

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "150",
            description = "Messages a second of all chargers together (default: ${DEFAULT-VALUE})")
    private int rate;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "120",
            description = "Seconds of work before the first figure (default: ${DEFAULT-VALUE})")
    private int warmUp;

    @Option(
            names = "--kill-after",
            paramLabel = "N",
            defaultValue = "10",
            description = "Second in which the gateway is killed (default: ${DEFAULT-VALUE})")
    private int killAfter;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Duration of the load in seconds; at most 120 (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(
            names = "--jvm",
            paramLabel = "OPTION",
            description = "One more option for the JVM of each service; {service} in it is the service's name, as in"
                    + " -XX:AOTCache={service}.aot")
    private List<String> jvm = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        try (Stage stage = Stage.open();
                Site site = Site.start(stage, home(), jvm);
                WebhookReceivers receivers = new WebhookReceivers();
                ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
            List<Member> members = workers.register(site, receivers);
            try (Work work = new Work(site, receivers, members)) {
                work.warmUp(rate, workers.calls(), warmUp);
                Future<?> fault = timer.schedule(
                        () -> {
                            site.killGateway();
                            site.startGateway();
                        },
                        killAfter,
                        TimeUnit.SECONDS);
                Outcome outcome = work.run(new Load(rate, seconds), new Load(workers.calls(), seconds));
                var _ = fault.get();
                out().printf(
                                "%n%d messages and %d calls a second; the gateway killed after %d s, and started again at once;"
                                        + " milliseconds from due to arrival, by the second in which it was due.%n%n",
                                rate, workers.calls(), killAfter);
                new Recovery(outcome, rate, workers.calls(), seconds).print(out(), killAfter, GOAL, "the start");
            }
        }
        return 0;
    }
}
