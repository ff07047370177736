package io.plugstream.benchmark.gateway;

import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.platform.BareServer;
import io.plugstream.benchmark.platform.JavaProcess;
import io.plugstream.benchmark.platform.Stage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how many messages a second the gateway answers, how fast, and what an idle socket costs. */
@Command(
        name = "gateway",
        description =
                "MeterValues through the real ocpp-gateway, each answered when Kafka has it (acks=all); baseline: a"
                        + " bare WebSocket echo of the same frames on the same server library.")
public final class GatewayCommand extends Benchmark {

    private static final String OF_ECHO = "ocpp1.6";
    private static final List<String> PROTOCOLS = List.of("ocpp1.6", "ocpp2.0.1");
    private static final String CLOSED = "%8s %11s %9s %9s   %11s %9s %9s   %6s%n";

    @Option(names = "--sockets", description = "Chargers that send")
    private int sockets = 200;

    @Option(names = "--seconds", description = "Seconds of a run")
    private int seconds = 10;

    @Option(names = "--rounds", description = "Number of rounds, each with both measurements")
    private int rounds = 3;

    @Option(
            names = "--warm-up",
            description = "Seconds of closed load on each before the first round, until their code is compiled")
    private int warmUp = 30;

    @Option(names = "--rate", description = "Messages a second of the open load; 0 for none")
    private int rate = 2000;

    @Option(
            names = "--idle",
            description = "Sockets that send nothing; 0 for none. Each takes a file descriptor here and one of the"
                    + " gateway's")
    private int idle = 10_000;

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            defaultValue = "ocpp1.6",
            description = "Protocol of all sockets of the gateway, ocpp1.6 or ocpp2.0.1")
    private String protocol = "ocpp1.6";

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        if (!PROTOCOLS.contains(protocol)) {
            throw fault("--protocol must be one of " + String.join(", ", PROTOCOLS));
        }
        try (Stage stage = Stage.open()) {
            Gateway.register(stage, sockets + idle);
            Gateway gateway = Gateway.start(stage, home(), jvm());
            try (BareServer echo = BareServer.start(
                    stage.directory(),
                    withRoom(),
                    EchoServer.class,
                    stage.directory().resolve("echo"))) {
                if (rounds > 0) {
                    closedLoop(gateway, echo);
                }
                if (rate > 0) {
                    openLoop(gateway, echo);
                }
                if (idle > 0) {
                    idleSockets("gateway", gateway.port(), protocol, JavaProcess.of(gateway.process()));
                    idleSockets("echo", echo.port(), OF_ECHO, echo.process());
                }
            }
        }
        return 0;
    }

    private void closedLoop(Gateway gateway, BareServer echo)
            throws IOException, InterruptedException, ExecutionException {
        PrintWriter out = out();
        Duration time = Duration.ofSeconds(seconds);
        try (Fleet bare = Fleet.connect(echo.port(), OF_ECHO, 0, sockets)) {
            bare.closedLoop(Duration.ofSeconds(warmUp));
        }
        try (Fleet measured = Fleet.connect(gateway.port(), protocol, 0, sockets);
                Fleet bare = Fleet.connect(echo.port(), OF_ECHO, 0, sockets)) {
            measured.closedLoop(Duration.ofSeconds(warmUp));
            out.printf(
                    "%nMeterValues over %d sockets, each as soon as the last was answered, %d s a run;"
                            + " milliseconds.%n%n",
                    sockets, seconds);
            out.printf(CLOSED, "round", "messages/s", "p50", "p99", "echo msg/s", "echo p50", "echo p99", "ratio");
            for (int round = 1; round <= rounds; round++) {
                Fleet.Outcome baseline = bare.closedLoop(time);
                Fleet.Outcome ours = measured.closedLoop(time);
                requireAll(ours);
                out.printf(
                        CLOSED,
                        round,
                        Figures.number(ours.perSecond()),
                        Figures.millis(ours.latencies(), 0.5),
                        Figures.millis(ours.latencies(), 0.99),
                        Figures.number(baseline.perSecond()),
                        Figures.millis(baseline.latencies(), 0.5),
                        Figures.millis(baseline.latencies(), 0.99),
                        Figures.decimals(ours.perSecond() / baseline.perSecond()));
            }
        }
    }

    private void openLoop(Gateway gateway, BareServer echo)
            throws IOException, InterruptedException, ExecutionException {
        Load load = new Load(rate, seconds);
        try (Fleet measured = Fleet.connect(gateway.port(), protocol, 0, sockets);
                Fleet bare = Fleet.connect(echo.port(), OF_ECHO, 0, sockets)) {
            measured.openLoop(load);
            Latencies baseline = bare.openLoop(load).latencies();
            Fleet.Outcome outcome = measured.openLoop(load);
            requireAll(outcome);
            Latencies ours = outcome.latencies();
            PrintWriter out = out();
            out.printf("%nMeterValues at %d a second for %d s; milliseconds from due to answer.%n%n", rate, seconds);
            out.printf("%9s %9s %9s   %9s %9s%n", "p50", "p99", "max", "echo p50", "echo p99");
            out.printf(
                    "%9s %9s %9s   %9s %9s%n",
                    Figures.millis(ours, 0.5),
                    Figures.millis(ours, 0.99),
                    Figures.millis(ours, 1),
                    Figures.millis(baseline, 0.5),
                    Figures.millis(baseline, 0.99));
        }
    }

    /** With Tomcat's own buffers, the same number of idle sockets needs more heap than in the gateway. */
    private static List<String> withRoom() {
        return Stream.concat(Stage.jvm().stream(), Stream.of("-Xmx1g")).toList();
    }

    private void idleSockets(String what, int port, String spoken, JavaProcess process)
            throws IOException, InterruptedException, ExecutionException {
        PrintWriter out = out();
        long before = process.residentAfterCollection();
        try (Fleet fleet = Fleet.connect(port, spoken, sockets, idle)) {
            // Waits for the first pings, which need more memory than pure silence.
            fleet.idle(Duration.ofSeconds(35));
            long after = process.residentAfterCollection();
            out.printf(
                    "%n%d idle sockets of the %s: %d KB before, %d KB with them, %.1f KB each.%n",
                    idle, what, before, after, (double) (after - before) / idle);
        }
    }

    private static void requireAll(Fleet.Outcome outcome) {
        if (outcome.missing() > 0) {
            throw new IllegalStateException(outcome.missing() + " messages were not answered");
        }
    }
}
