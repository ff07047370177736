package io.plugstream.benchmark.start;

import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.platform.Clients;
import io.plugstream.benchmark.platform.Image;
import io.plugstream.benchmark.platform.JavaProcess;
import io.plugstream.benchmark.platform.Platform;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.local.process.ServiceProcess;
import io.plugstream.model.topic.Topic;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how long each service takes to become ready when its tables are large and have changed often. */
@Command(
        name = "start",
        description = "Fills the compacted topics, lets them be compacted, and prints how long each service takes to be"
                + " ready.")
public final class StartCommand extends Benchmark {

    private static final double MEGABYTE = 1 << 20;
    private static final Duration LONGEST_COMPACTION = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** A table counts as compacted when it has at most this many records per key, apart from the active segments. */
    private static final int RECORDS_A_KEY = 3;

    private static final long SEGMENT = 16 << 20;

    private static final List<String> WITH_TABLES = List.of("ocpp-gateway", "webhook-dispatcher");

    /** The most CPU time that a service at rest uses between two measurements. */
    private static final Duration REST = Duration.ofMillis(500);

    private final Map<String, Image> images = new HashMap<>();

    /** How often each key has been written. */
    private int written;

    @Option(names = "--keys", description = "Keys of all tables together")
    private int keys = 100_000;

    @Option(names = "--updates", description = "Records written to all tables together")
    private int updates = 1_000_000;

    @Option(
            names = "--more",
            description = "Records written to all tables together while a service with tables runs, to compare its"
                    + " heap before and after")
    private int more;

    @Option(
            names = "--image",
            description = "Start the services as their images do: unpacked, with the class cache of one start")
    private boolean image;

    @Option(
            names = "--services",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "ocpp-gateway,webhook-dispatcher,quota-service,api-service",
            description = "Services to start")
    private List<String> services = List.of();

    @Override
    public Integer call() throws Exception {
        PrintWriter out = out();
        try (Stage stage = Stage.open();
                Platform platform = Platform.start(stage)) {
            fill(stage, out);
            out.printf("%n%-20s %10s %10s %12s%n", "service", "ready, s", "CPU, s", "live heap");
            for (String service : services) {
                ServiceProcess process = start(stage, platform, service, out);
                // api-service is ready only while quota-service decides.
                if (!service.equals("quota-service")) {
                    stage.stop(process);
                }
            }
            if (more > 0) {
                out.printf("%nLive heap before and after %,d more records%n", more / keys * (long) keys);
                for (String service : WITH_TABLES) {
                    ServiceProcess process = start(stage, platform, service, out);
                    change(stage, process, out);
                    stage.stop(process);
                }
            }
        }
        return 0;
    }

    private void fill(Stage stage, PrintWriter out) throws InterruptedException {
        Clients clients = new Clients(stage.bootstrapServers());
        clients.create(Table.ALL.stream().map(Table::topic).toArray(Topic<?, ?>[]::new));
        written = Math.max(1, updates / keys);
        long began = System.nanoTime();
        for (Table<?, ?> table : Table.ALL) {
            table.fill(clients, keys(table), 0, written);
        }
        out.printf("%,d records of %,d keys after %.0f s%n%n", (long) written * keys, keys, seconds(began));
        out.printf("%-24s %10s %12s %10s%n", "topic", "keys", "records left", "MB");
        began = System.nanoTime();
        for (Table<?, ?> table : Table.ALL) {
            Log left = compacted(clients, table, began);
            out.printf(
                    "%-24s %,10d %,12d %10.1f%n",
                    table.topic().name(), keys(table), left.records(), left.bytes() / MEGABYTE);
        }
    }

    /** Waits for the broker's cleaner, which runs every 15 s. */
    private Log compacted(Clients clients, Table<?, ?> table, long began) throws InterruptedException {
        Log left = Log.of(clients, table.topic());
        while (left.bytes() > allowed(table, left) && System.nanoTime() - began < LONGEST_COMPACTION.toNanos()) {
            TimeUnit.SECONDS.sleep(PAUSE.toSeconds());
            left = Log.of(clients, table.topic());
        }
        return left;
    }

    private long allowed(Table<?, ?> table, Log left) {
        long each = left.bytes() / Math.max(1, left.records());
        return RECORDS_A_KEY * each * keys(table) + SEGMENT * table.topic().partitions();
    }

    private ServiceProcess start(Stage stage, Platform platform, String service, PrintWriter out) throws Exception {
        Map<String, String> settings = new HashMap<>(platform.settings(service));
        Image made = images.get(service);
        if (made == null) {
            made = image ? Image.make(stage, home(), service) : new Image(home(), List.of());
            images.put(service, made);
        }
        List<String> options =
                Stream.concat(made.jvm().stream(), jvm().stream()).toList();
        long began = System.nanoTime();
        ServiceProcess process = stage.start(made.home(), service, settings, options);
        double ready = seconds(began);
        // CPU time says more than elapsed time where others use the machine too.
        double cost = JavaProcess.of(process).cpu().toMillis() / 1e3;
        out.printf("%-20s %10.1f %10.1f %9.0f MB%n", service, ready, cost, heap(process));
        return process;
    }

    private void change(Stage stage, ServiceProcess process, PrintWriter out) throws Exception {
        Clients clients = new Clients(stage.bootstrapServers());
        for (Table<?, ?> table : Table.ALL) {
            table.fill(clients, keys(table), written, more / keys);
        }
        written += more / keys;
        awaitRest(JavaProcess.of(process));
        out.printf("%-20s %10s %10s %9.0f MB%n", "", "", "", heap(process));
    }

    /** A service that has read all new records uses almost no CPU time. */
    private static void awaitRest(JavaProcess process) throws InterruptedException {
        Duration before = Duration.ZERO;
        Duration now = process.cpu();
        while (now.minus(before).compareTo(REST) > 0) {
            TimeUnit.SECONDS.sleep(PAUSE.toSeconds());
            before = now;
            now = process.cpu();
        }
    }

    private static double heap(ServiceProcess process) throws Exception {
        return JavaProcess.of(process).liveHeap() / MEGABYTE;
    }

    private int keys(Table<?, ?> table) {
        return Math.max(1, keys / 100 * table.share());
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
