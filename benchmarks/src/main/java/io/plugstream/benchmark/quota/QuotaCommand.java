package io.plugstream.benchmark.quota;

import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.LoadOptions;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Clients;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how long a call waits for its decision. */
@Command(
        name = "quota",
        description =
                "API call to quota decision, through a real broker and the real quota-service; baselines: a record"
                        + " produced and consumed on the same broker, and a script in Redis where redis-server is on the PATH.")
public final class QuotaCommand extends Benchmark {

    private static final String MEASURED = "API call to quota decision";
    private static final int FILLING_RATE = 4_000;

    @Mixin
    private LoadOptions options = new LoadOptions();

    @Option(
            names = "--organisations",
            split = ",",
            defaultValue = "100",
            description = "Numbers of organisations that call in turn, one table each")
    private List<Integer> organisations = List.of();

    @Override
    public Integer call() throws InterruptedException {
        try (Stage stage = Stage.open()) {
            Clients clients = new Clients(stage.bootstrapServers());
            Topic<?, ?> echo = echo();
            clients.create(echo);
            stage.start(
                    home(),
                    "quota-service",
                    Map.of(
                            "PLUGSTREAM_QUOTA_STATEDIRECTORY",
                            stage.directory().resolve("quota").toString()),
                    jvm());
            try (RoundTrip quota = new RoundTrip(clients, Topics.API_CALLS, Topics.QUOTA_DECISIONS);
                    RoundTrip bare = new RoundTrip(clients, echo, echo)) {
                return measure(quota, bare, stage);
            }
        }
    }

    private int measure(RoundTrip quota, RoundTrip bare, Stage stage) throws InterruptedException {
        Optional<RedisServer> server = RedisServer.start(stage.directory());
        try (RedisServer running = server.orElse(null);
                RedisCounts redis = running == null ? null : new RedisCounts(running)) {
            if (redis == null) {
                out().printf("%nredis-server is not on the PATH: no figures beside its own.%n");
            }
            warmUp(quota, bare);
            int missing = 0;
            for (int round = 1; round <= options.rounds(); round++) {
                for (int count : organisations) {
                    missing += measure(quota, bare, round == options.rounds() ? redis : null, count);
                }
            }
            return missing == 0 ? 0 : 1;
        }
    }

    /** Gives every organisation a count before the first figure, and warms up the service for all figures alike. */
    private void warmUp(RoundTrip quota, RoundTrip bare) throws InterruptedException {
        int most = organisations.stream().mapToInt(Integer::intValue).max().orElse(1);
        var _ = quota.run(new Load(FILLING_RATE, Math.max(1, Math.ceilDiv(most, FILLING_RATE))), most);
        var _ = bare.run(LoadOptions.BRIEF, most);
        var _ = quota.run(options.warmUp(), most);
    }

    private int measure(RoundTrip quota, RoundTrip bare, @Nullable RedisCounts redis, int count)
            throws InterruptedException {
        Map<Load, Run> runs = new LinkedHashMap<>();
        PrintWriter out = out();
        out.printf("%n%d organisations%n", count);
        Figures figures = new Figures(out, MEASURED, "the same record produced and consumed");
        for (Load load : options.loads()) {
            Run baseline = bare.run(load, count);
            Run measured = quota.run(load, count);
            figures.add(load, measured, baseline);
            runs.put(load, measured);
        }
        if (redis != null) {
            beside(redis, count, runs, out);
        }
        return runs.values().stream().mapToInt(Run::missing).sum();
    }

    private void beside(RedisCounts redis, int count, Map<Load, Run> runs, PrintWriter out)
            throws InterruptedException {
        var _ = redis.run(LoadOptions.BRIEF, count);
        Figures figures = new Figures(out, MEASURED, "a check-and-increment script in Redis, nothing kept on disk");
        for (Map.Entry<Load, Run> run : runs.entrySet()) {
            figures.add(run.getKey(), run.getValue(), redis.run(run.getKey(), count));
        }
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
