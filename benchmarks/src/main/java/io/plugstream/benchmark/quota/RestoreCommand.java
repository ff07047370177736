package io.plugstream.benchmark.quota;

import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.platform.Clients;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.local.process.Directories;
import io.plugstream.local.process.ServiceProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the disk size of many counts, and how long quota-service takes to restart with and without its disk. */
@Command(
        name = "restore",
        description = "Counts of many organisations: bytes on disk, and the time of a start with them and without.")
public final class RestoreCommand extends Benchmark {

    private static final double MEGABYTE = 1 << 20;

    @Option(names = "--counts", description = "Organisations with a count of the day")
    private int counts = 1_000_000;

    @Override
    public Integer call() throws InterruptedException, IOException {
        PrintWriter out = out();
        try (Stage stage = Stage.open()) {
            Path state = stage.directory().resolve("quota");
            ServiceProcess service = start(stage, state);
            try (CountedCalls calls = new CountedCalls(new Clients(stage.bootstrapServers()))) {
                long began = System.nanoTime();
                calls.count(counts);
                out.printf("%,d counts after %.1f s%n", counts, seconds(began));
            }
            stage.stop(service);
            out.printf("%.1f MB in the state directory%n", size(state) / MEGABYTE);
            out.printf("%.1f s to start with it%n", restarted(stage, state));
            Directories.delete(state);
            out.printf("%.1f s to start without it: restored from Kafka%n", restarted(stage, state));
        }
        return 0;
    }

    private double restarted(Stage stage, Path state) throws InterruptedException {
        long began = System.nanoTime();
        ServiceProcess service = start(stage, state);
        double took = seconds(began);
        stage.stop(service);
        return took;
    }

    private ServiceProcess start(Stage stage, Path state) throws InterruptedException {
        return stage.start(home(), "quota-service", Map.of("PLUGSTREAM_QUOTA_STATEDIRECTORY", state.toString()), jvm());
    }

    private static long size(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
