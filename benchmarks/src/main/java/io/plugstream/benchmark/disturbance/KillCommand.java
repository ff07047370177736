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
import picocli.CommandLine.Parameters;

/** Measures how long the death of a broker or of the only gateway affects chargers, callers and receivers. */
@Command(
        name = "kill",
        description =
                "Kills one of three brokers, or the only gateway, with SIGKILL under the load of many organisations,"
                        + " starts it again, and prints what OCPP answers, API calls and webhooks take in each five"
                        + " seconds.")
public final class KillCommand extends Benchmark {

    private static final int KILLED_BROKER = 1;

    @Mixin
    private Workers workers = new Workers();

    @Parameters(paramLabel = "VICTIM", description = "broker or gateway")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Victim victim;

    @Option(names = "--rate", description = "Messages a second of all chargers together")
    private int rate = 300;

    @Option(
            names = "--warm-up",
            description = "Seconds of work before the first figure, in which most code is compiled")
    private int warmUp = 240;

    @Option(names = "--kill-after", description = "Second in which the process is killed")
    private int killAfter = 20;

    @Option(names = "--down", description = "Seconds until it restarts")
    private int down = 30;

    @Option(names = "--seconds", description = "Duration of the load in seconds; at most 120")
    private int seconds = 80;

    /** What is killed; the goal is the limit for the p99 of each second. */
    private enum Victim {
        BROKER(3, Duration.ofMillis(500)),
        GATEWAY(1, Duration.ofMillis(100));

        private final int brokers;
        private final Duration goal;

        Victim(int brokers, Duration goal) {
            this.brokers = brokers;
            this.goal = goal;
        }

        private void kill(Stage stage, Site site) {
            switch (this) {
                case BROKER -> stage.brokers().broker(KILLED_BROKER).process().destroyForcibly();
                case GATEWAY -> site.killGateway();
            }
        }

        private void startAgain(Stage stage, Site site) {
            switch (this) {
                case BROKER -> stage.brokers().startAgain(KILLED_BROKER);
                case GATEWAY -> site.startGateway();
            }
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        try (Stage stage = Stage.open(victim.brokers);
                Site site = Site.start(stage, home(), jvm());
                PromptReceiver receiver = new PromptReceiver();
                ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
            List<Member> members = workers.register(site, receiver);
            try (Work work = new Work(site, receiver, members)) {
                work.warmUp(rate, workers.calls(), warmUp);
                Future<?> kill = timer.schedule(() -> victim.kill(stage, site), killAfter, TimeUnit.SECONDS);
                Future<?> start =
                        timer.schedule(() -> victim.startAgain(stage, site), (long) killAfter + down, TimeUnit.SECONDS);
                Outcome outcome = work.run(new Load(rate, seconds), new Load(workers.calls(), seconds));
                var _ = kill.get();
                var _ = start.get();
                out().printf(
                                "%n%d messages and %d calls a second; %s killed after %d s, started again %d s later;"
                                        + " milliseconds from due to arrival, by the second in which it was due.%n%n",
                                rate, workers.calls(), victim, killAfter, down);
                new Recovery(outcome).print(out(), killAfter, victim.goal);
            }
        }
        return 0;
    }
}
