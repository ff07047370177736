package io.plugstream.benchmark.quota;

import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.LoadOptions;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Clients;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how long a call waits for its decision. */
@Command(
        name = "quota",
        mixinStandardHelpOptions = true,
        description =
                "API call to quota decision, through a real broker and the real quota-service; yardstick: a record"
                        + " produced and consumed on the same broker.")
public final class QuotaCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Mixin
    private LoadOptions options = new LoadOptions();

    @Option(
            names = "--organisations",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many organisations call in turn (default: ${DEFAULT-VALUE})")
    private int organisations;

    @Override
    public Integer call() throws InterruptedException {
        try (Stage stage = Stage.open()) {
            Clients clients = new Clients(stage.bootstrapServers());
            Topic<?, ?> echo = echo();
            clients.create(echo);
            stage.start(
                    options.home(),
                    "quota-service",
                    Map.of(
                            "PLUGSTREAM_QUOTA_STATEDIRECTORY",
                            stage.directory().resolve("quota").toString()));
            try (RoundTrip quota = new RoundTrip(clients, Topics.API_CALLS, Topics.QUOTA_DECISIONS, organisations);
                    RoundTrip bare = new RoundTrip(clients, echo, echo, organisations)) {
                return measure(quota, bare);
            }
        }
    }

    private int measure(RoundTrip quota, RoundTrip bare) throws InterruptedException {
        var _ = bare.run(options.warmUp());
        var _ = quota.run(options.warmUp());
        Figures figures = new Figures(
                spec.commandLine().getOut(), "API call to quota decision", "the same record produced and consumed");
        int missing = 0;
        for (Load load : options.loads()) {
            Run yardstick = bare.run(load);
            Run measured = quota.run(load);
            figures.add(load, measured, yardstick);
            missing += measured.missing();
        }
        return missing == 0 ? 0 : 1;
    }

    private static Topic<?, ?> echo() {
        Topic<?, ?> calls = Topics.API_CALLS;
        return new Topic<>(
                "benchmark-echo",
                calls.keys(),
                calls.values(),
                calls.partitions(),
                calls.compacted(),
                calls.retention());
    }
}
