package io.plugstream.benchmark.cost;

import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The cost of a load for each message, over all processes. */
public final class Costs implements AutoCloseable {

    private static final String ROW = "  %-20s %10s %10s %14s %10s%n";
    private static final String REQUESTS = "kafka.network:type=RequestMetrics,name=RequestsPerSec,*";
    /** Kinds of requests that the broker also counts as Fetch. */
    private static final Set<String> REPEATED = Set.of("FetchConsumer", "FetchFollower");

    private static final int KINDS = 12;
    private static final int CLIENTS = 16;

    private final Map<String, ProcessHandle> processes;
    private final Beans broker;
    private final ClientRequests clients;
    private final DatabaseWork database;
    private final LogSize log;

    private Costs(
            Map<String, ProcessHandle> processes,
            Beans broker,
            ClientRequests clients,
            DatabaseWork database,
            LogSize log) {
        this.processes = processes;
        this.broker = broker;
        this.clients = clients;
        this.database = database;
        this.log = log;
    }

    /** The costs of all processes of {@code stage} and of the database of {@code site}. */
    public static Costs of(Stage stage, Site site) throws IOException, SQLException {
        Map<String, ProcessHandle> processes = new LinkedHashMap<>(stage.processes());
        Map<String, ProcessHandle> services = new LinkedHashMap<>(processes);
        services.values().removeIf(process -> process.pid() == stage.broker().pid());
        processes.put("PostgreSQL", site.database().process().toHandle());
        return new Costs(
                processes,
                Beans.of(stage.broker().pid()),
                ClientRequests.of(services),
                DatabaseWork.of(
                        site.database().jdbcUrl(),
                        site.database().username(),
                        site.database().password()),
                new LogSize(stage.bootstrapServers()));
    }

    /** The use up to a moment. */
    public record Snapshot(
            Map<String, Use> uses,
            Map<String, Long> requests,
            Map<String, ClientRequests.Counts> clients,
            DatabaseWork.Counts database,
            long logged,
            long nanos) {}

    /** The use up to now. */
    public Snapshot now() throws IOException, SQLException {
        Map<String, Use> uses = new LinkedHashMap<>();
        processes.forEach((name, process) -> uses.put(name, Use.of(process)));
        return new Snapshot(uses, requests(), clients.counts(), database.counts(), log.bytes(), System.nanoTime());
    }

    /** The requests that the broker has answered, by kind. */
    private Map<String, Long> requests() throws IOException {
        Map<String, Long> counts = broker.sums(REQUESTS, "Count", name -> name.getKeyProperty("request"));
        counts.keySet().removeAll(REPEATED);
        return counts;
    }

    /** Prints the use since {@code before}, divided by the number of {@code messages}. */
    public void print(PrintWriter out, Snapshot before, long messages) throws IOException, SQLException {
        Snapshot after = now();
        double seconds = (after.nanos - before.nanos) / 1e9;
        out.printf(ROW, "for each", "CPU ms", "compiling", "context switch", "KB");
        double all = 0;
        double compiling = 0;
        for (Map.Entry<String, Use> one : after.uses.entrySet()) {
            Use use = one.getValue().since(Objects.requireNonNull(before.uses.get(one.getKey())));
            double millis = use.cpu().toNanos() / 1e6 / messages;
            double compilers = use.compiling().toNanos() / 1e6 / messages;
            all += millis;
            compiling += compilers;
            out.printf(
                    ROW,
                    one.getKey(),
                    number(millis),
                    number(compilers),
                    number((double) use.contextSwitches() / messages),
                    number(use.bytes() / 1024.0 / messages));
        }
        out.printf(ROW, "all", number(all), number(compiling), "", "");
        DatabaseWork.Counts work = after.database.since(before.database);
        out.printf(
                "  PostgreSQL: %.0f transactions/s, %s rows changed for each%n",
                work.transactions() / seconds, number((double) work.rowsChanged() / messages));
        out.printf("  log: %s bytes for each%n", number((double) (after.logged - before.logged) / messages));
        Map<String, Long> asked = after.requests.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, kind -> kind.getValue() - before.requests.getOrDefault(kind.getKey(), 0L)));
        out.printf(
                "  broker: %.0f requests/s: %s%n",
                asked.values().stream().mapToLong(Long::longValue).sum() / seconds,
                asked.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .limit(KINDS)
                        .map(kind -> "%s %.0f".formatted(kind.getKey(), kind.getValue() / seconds))
                        .collect(Collectors.joining(", ")));
        out.println("  requests/s of the busiest clients:");
        ClientRequests.busiest(before.clients, after.clients, seconds, CLIENTS)
                .forEach(client -> out.println("    " + client));
    }

    /** CPU time that all processes together have used since {@code before}. */
    public Duration cpuSince(Snapshot before) {
        return processes.entrySet().stream()
                .map(process -> Use.of(process.getValue())
                        .since(Objects.requireNonNull(before.uses.get(process.getKey())))
                        .cpu())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** The cores that all processes together have kept busy since {@code before}, on average. */
    public double coresSince(Snapshot before) {
        return (double) cpuSince(before).toNanos() / (System.nanoTime() - before.nanos);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }

    @Override
    public void close() throws IOException, SQLException {
        broker.close();
        clients.close();
        database.close();
        log.close();
    }
}
