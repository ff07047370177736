package io.plugstream.benchmark.http;

import io.plugstream.benchmark.cost.Costs;
import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.platform.BareServer;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.local.postgres.PostgresServer;
import io.plugstream.model.event.EventType;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        description = "Lists, single registrations and batches over a few connections in closed loops,"
                + " and calls at a fixed rate, with all four services running; baseline: a bare WebFlux endpoint that"
                + " answers the same bytes.")
public final class CallsCommand extends Benchmark {

    private static final String ROW = "%-48s %10s %9s %9s %9s   %s%n";
    private static final int LARGEST_BATCH = 500;
    private static final int WEBHOOKS = 3;

    /** Below the Growth tier's daily allowance, so that no call is rejected. */
    private static final int CALLS_OF_ONE = 9_000;

    private static final List<String> FIRST_CONNECTIONS = List.of("""
            INSERT INTO charger_states (organisation_id, charge_box_id, connection_id, online, protocol, last_seen, vendor,
                model, serial_number, firmware_version)
            SELECT organisation_id, charge_box_id, gen_random_uuid(), true, 'ocpp1.6', now(), 'Plugstream', 'Benchmark',
                charge_box_id, '1.0'
            FROM chargers ON CONFLICT DO NOTHING""", """
            INSERT INTO connector_states (organisation_id, charge_box_id, connector_id, connection_id, sequence, status,
                error_code, updated_at)
            SELECT organisation_id, charge_box_id, connector, gen_random_uuid(), 1, 'Available', 'NoError', now()
            FROM chargers, generate_series(1, 2) connector ON CONFLICT DO NOTHING""", "VACUUM ANALYZE");

    private final AtomicInteger registered = new AtomicInteger();

    @Option(names = "--connections", description = "Connections that ask for lists")
    private int connections = 32;

    @Option(names = "--registering", description = "Connections that register chargers; 0 for no registrations")
    private int registering = 16;

    @Option(names = "--rate", description = "Calls a second at a fixed rate")
    private int rate = 1000;

    @Option(
            names = "--fleet",
            description =
                    "Chargers that the organisation has in the last round, registered in batches; each has a state"
                            + " and two connectors")
    private int fleet = 100_000;

    @Option(names = "--seconds", description = "Seconds of a run; at most 120")
    private int seconds = 10;

    @Option(names = "--rounds", description = "Number of rounds before the batches; the first rounds warm up")
    private int rounds = 3;

    /** A measured server on loopback, and the CPU time that all its processes have used. */
    private record Server(int port, Supplier<Duration> cpu) {}

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException, SQLException {
        try (Stage stage = Stage.open();
                Site site = Site.start(stage, home(), jvm());
                Costs costs = Costs.of(stage, site)) {
            Member member = site.member("calls", Tier.SCALE, 1);
            for (int number = 0; number < WEBHOOKS; number++) {
                site.webhook(member, "http://127.0.0.1:9/" + number, List.of(EventType.CHARGER_BOOT));
            }
            Costs.Snapshot start = costs.now();
            Server platform = new Server(site.apiPort(), () -> costs.cpuSince(start));
            Target webhooks = new Target(site.apiPort(), Target.WEBHOOKS, member.key());
            Target organisation = new Target(site.apiPort(), Target.ORGANISATION, member.key());
            try (BareServer baseline = BareServer.start(
                    stage.directory(),
                    Stage.jvm(),
                    BareEndpoint.class,
                    Files.write(stage.directory().resolve("webhooks.json"), webhooks.answer()),
                    Files.write(stage.directory().resolve("organisation.json"), organisation.answer()))) {
                Server bare = new Server(baseline.port(), baseline.process()::cpu);
                out().printf(ROW, "", "a second", "p50, ms", "p99, ms", "CPU, ms", "goal");
                for (int round = 1; round <= rounds; round++) {
                    measure(site, platform, bare, organisation, "round " + round);
                }
                batches(platform, member.key());
                connect(site.database());
                measure(site, platform, bare, organisation, "%,d chargers".formatted(registered.get()));
            }
        }
        return 0;
    }

    private void measure(Site site, Server platform, Server bare, Target organisation, String when)
            throws IOException, InterruptedException, ExecutionException {
        closed(platform, bare, organisation.key(), when);
        open(site, platform, bare, organisation, when);
    }

    private void closed(Server platform, Server bare, String key, String when)
            throws InterruptedException, ExecutionException {
        lists(platform, Target.CHARGERS, key, when, "8,000/s, 1 ms");
        double baseline = lists(bare, Target.WEBHOOKS, key, when + ", bare", "");
        double ours = lists(platform, Target.WEBHOOKS, key, when, "8,000/s, 1 ms");
        out().printf(ROW, "  ratio to bare", Figures.decimals(ours / baseline), "", "", "", "0.4");
        lists(platform, Target.ORGANISATION, key, when, "");
        if (registering > 0) {
            closed(
                    platform,
                    "POST %s, %s".formatted(Target.CHARGERS, when),
                    () -> Target.post(Target.CHARGERS, key, "{\"chargeBoxId\":\"%s\"}".formatted(next())),
                    registering,
                    1,
                    "500/s");
        }
    }

    private double lists(Server server, String path, String key, String when, String goal)
            throws InterruptedException, ExecutionException {
        byte[] request = new Target(server.port(), path, key).request();
        return closed(server, "GET %s, %s".formatted(path, when), () -> request, connections, 1, goal);
    }

    private void open(Site site, Server platform, Server bare, Target scale, String when)
            throws IOException, InterruptedException {
        Latencies baseline = open(bare, List.of(scale.at(bare.port())), "bare, " + when, "");
        open(platform, List.of(scale), "Scale, " + when, "0.25 ms of CPU");
        Latencies growth = open(platform, limited(site, when), "Growth, " + when, "0.25 ms of CPU");
        out().printf(
                        ROW,
                        "  Growth minus bare",
                        "",
                        Figures.millis(growth.percentile(0.5).minus(baseline.percentile(0.5))),
                        Figures.millis(growth.percentile(0.99).minus(baseline.percentile(0.99))),
                        "",
                        "p50 2 ms at 200/s");
    }

    private String next() {
        return "NEW-" + registered.incrementAndGet();
    }

    /**
     * Returns the number of items a second.
     *
     * @param each how many counted items one request contains
     */
    private double closed(Server server, String what, Supplier<byte[]> requests, int over, int each, String goal)
            throws InterruptedException, ExecutionException {
        Duration before = server.cpu().get();
        Burst burst = Burst.of(server.port(), requests, over, Duration.ofSeconds(seconds));
        double perSecond = each * burst.perSecond();
        print(what, perSecond, burst.latencies(), server.cpu().get().minus(before), each, goal);
        return perSecond;
    }

    private void batches(Server platform, String key) throws InterruptedException, ExecutionException {
        while (registered.get() < fleet) {
            closed(
                    platform,
                    "POST %s/batch, chargers".formatted(Target.CHARGERS),
                    () -> Target.post(Target.CHARGERS + "/batch", key, batch()),
                    1,
                    LARGEST_BATCH,
                    "3,000/s");
        }
    }

    /** Stores what the first connection of each charger would leave: its state, and those of two connectors. */
    private static void connect(PostgresServer database) throws SQLException {
        try (java.sql.Connection connection =
                        DriverManager.getConnection(database.jdbcUrl(), database.username(), database.password());
                Statement statement = connection.createStatement()) {
            for (String sql : FIRST_CONNECTIONS) {
                statement.execute(sql);
            }
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

    private Latencies open(Server server, List<Target> targets, String who, String goal)
            throws IOException, InterruptedException {
        try (OpenCalls calls = new OpenCalls(targets)) {
            Duration before = server.cpu().get();
            Latencies latencies = calls.run(new Load(rate, seconds)).latencies();
            print(
                    "GET %s, %s".formatted(Target.ORGANISATION, who),
                    (double) latencies.count() / seconds,
                    latencies,
                    server.cpu().get().minus(before),
                    1,
                    goal);
            return latencies;
        }
    }

    private void print(String what, double perSecond, Latencies latencies, Duration cpu, int each, String goal) {
        out().printf(
                        ROW,
                        what,
                        Figures.number(perSecond),
                        Figures.millis(latencies, 0.5),
                        Figures.millis(latencies, 0.99),
                        Figures.decimals(cpu.toNanos() / 1e6 / Math.max(1, latencies.count()) / each),
                        goal);
    }
}
