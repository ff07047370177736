package io.plugstream.local;

import io.plugstream.local.demo.Demonstration;
import io.plugstream.local.kafka.BrokerCluster;
import io.plugstream.local.process.LogTail;
import io.plugstream.local.process.Replacement;
import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The entry point of {@code ./run}: runs the platform and its demonstration until stopped. */
@Command(
        name = "./run",
        mixinStandardHelpOptions = false,
        sortOptions = false,
        description = "Builds Plugstream and starts all of it on this machine, with a demonstration. Ctrl-C stops it.")
public final class LocalStack implements Callable<Integer> {
    private static final int MOST_BROKERS = 5;
    /** Between attempts to start a broker that does not start. */
    private static final Duration BROKER_PAUSE = Duration.ofSeconds(10);

    /** See nice(1). */
    private static final int LEAST_URGENT = 19;

    /** As in the scripts: builds of one checkout write the same files, and jars of other versions would stay. */
    private static final String UNDER_LOCK = """
            exec 9>"$0"
            flock -n 9 || { echo "Waiting for another build of this checkout" >&2; flock 9; }
            rm -f "$1"/target/*-exec.jar
            shift
            exec "$@"
            """;

    private static final String OTHER_PORTS =
            "To use other ports, add a number to each of them, for example 100: ./run --port-offset 100";

    @Option(names = "--no-demo", description = "Start without the demonstration.")
    boolean noDemo;

    @Option(names = "--fresh", description = "Delete the state of earlier runs.")
    boolean fresh;

    @Option(
            names = "--port-offset",
            paramLabel = "N",
            defaultValue = "0",
            description = "Add N to every port, so that a second run has its own (default: 0).")
    int portOffset;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Run N Kafka brokers, 1 to 5 (default: 1). With 3, each record has three copies and one broker may fail, as in production.")
    int brokers;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Keep state in DIR (default: .local in the project's directory).")
    Path directory = home().resolve(".local");

    @Option(
            names = "--only",
            paramLabel = "SERVICE",
            description =
                    "Build one service, for example api-service, and run it in place of that of a running platform.")
    @Nullable
    String only;

    @Option(names = "--help", usageHelp = true, description = "Show this and end.")
    boolean help;

    @Spec
    CommandSpec specification = CommandSpec.create();

    private final ShutdownSteps shutdown = new ShutdownSteps();
    private volatile boolean stopping;

    private LocalStack() {}

    public static void main(String[] arguments) {
        System.exit(command().execute(arguments));
    }

    /** The command line. Exit code 2 means invalid options, 1 a failed start. */
    static CommandLine command() {
        var command = new CommandLine(new LocalStack());
        command.setParameterExceptionHandler((wrong, words) -> {
            wrong.getCommandLine().getErr().println(wrong.getMessage());
            wrong.getCommandLine().usage(wrong.getCommandLine().getErr());
            return 2;
        });
        command.setExecutionExceptionHandler((failure, line, parsed) -> {
            if (failure instanceof StartException) {
                line.getErr().println(failure.getMessage());
                return 1;
            }
            throw failure;
        });
        return command;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return only == null ? all() : replace(only);
    }

    private int replace(String service) throws IOException, InterruptedException {
        if (!ServiceCatalogue.NAMES.contains(service)) {
            throw new ParameterException(
                    specification.commandLine(),
                    "There is no service %s, only %s".formatted(service, String.join(", ", ServiceCatalogue.NAMES)));
        }
        if (!StateDirectory.isHeld(directory)) {
            throw new StartException("No run keeps its state in %s: start one first, in another terminal, with ./run"
                    .formatted(directory));
        }
        var replacement = new Replacement(directory.toRealPath(), service);
        if (!replacement.exists()) {
            throw new StartException("The run in %s has not started %s yet".formatted(directory, service));
        }
        return replacement.run(build(home(), service));
    }

    private static List<String> build(Path home, String service) {
        return List.of(
                "bash",
                "-c",
                UNDER_LOCK,
                home.resolve(".mvn/build.lock").toString(),
                home.resolve(service).toString(),
                home.resolve("mvnw").toString(),
                "-q",
                "-f",
                home.toString(),
                "-pl",
                service,
                "-am",
                "-DskipTests",
                "-DskipChecks",
                "package");
    }

    private int all() throws InterruptedException {
        var ports = ports();
        if (brokers < 1 || brokers > MOST_BROKERS) {
            throw new ParameterException(
                    specification.commandLine(),
                    "There can be 1 to %d brokers, not %d".formatted(MOST_BROKERS, brokers));
        }
        var state = StateDirectory.hold(directory);
        new Leftovers(state.path()).awaitEnd();
        if (fresh) {
            state.wipe();
        }
        var taken = ports.taken(!noDemo, brokers);
        if (!taken.isEmpty()) {
            throw new StartException("%s%n%s".formatted(String.join(System.lineSeparator(), taken), OTHER_PORTS));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
        return run(new LocalPlatform(home(), state.path(), ports, brokers, LocalStack::say), state.path());
    }

    private int run(LocalPlatform platform, Path state) throws InterruptedException {
        var demonstration = demonstration(platform.ports(), state);
        // It receives what the platform delivers before it is ready, and while it stops.
        shutdown.add(demonstration::close);
        shutdown.add(platform::close);
        try {
            if (!noDemo) {
                demonstration.listen();
            }
            platform.start();
            if (noDemo) {
                say(ReadyMessage.plain(platform.ports(), demonstration.pause()));
            } else {
                shutdown.add(demonstration::endVisits);
                demonstration.prepare();
                say(ReadyMessage.withDemonstration(platform.ports(), demonstration));
                demonstration.start();
            }
            var images = new ImageMaker(home(), LEAST_URGENT, LocalStack::say);
            shutdown.add(images::stop);
            images.start();
            return awaitEnd(platform, state);
        } catch (StartException e) {
            if (stopping) {
                new CountDownLatch(1).await();
            }
            throw e;
        }
    }

    private Ports ports() {
        try {
            return new Ports(portOffset);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(specification.commandLine(), e.getMessage(), e);
        }
    }

    private static Demonstration demonstration(Ports ports, Path state) {
        return new Demonstration(ports.api(), ports.identity(), ports.receiver(), state, LocalStack::say);
    }

    /** Services and brokers of a cluster may end and return. Without PostgreSQL or the only broker the run ends. */
    private int awaitEnd(LocalPlatform platform, Path state) throws InterruptedException {
        var ended = new CountDownLatch(1);
        if (brokers == 1) {
            watch("Kafka", platform.kafka().broker(1).process(), state.resolve("kafka/broker.log"), ended);
        } else {
            for (var broker = 1; broker <= brokers; broker++) {
                keep(platform.kafka(), broker);
            }
        }
        watch("PostgreSQL", platform.postgres().process(), state.resolve("postgres/postgres.log"), ended);
        ended.await();
        return 1;
    }

    private void watch(String part, Process process, Path log, CountDownLatch ended) {
        var _ = process.onExit().thenRun(() -> {
            if (!stopping) {
                say("%s ended with exit code %d, so everything stops. The end of %s:%n%s"
                        .formatted(part, process.exitValue(), log, LogTail.of(log, 30)));
                ended.countDown();
            }
        });
    }

    private void keep(BrokerCluster cluster, int id) {
        var broker = new BrokerWatch.Broker() {
            @Override
            public Process process() {
                return cluster.broker(id).process();
            }

            @Override
            public long startAgain() {
                return cluster.startAgain(id).pid();
            }
        };
        Thread.ofVirtual()
                .name("broker-" + id)
                .start(new BrokerWatch(id, broker, BROKER_PAUSE, LocalStack::say, () -> stopping));
    }

    private void stop() {
        stopping = true;
        say("Plugstream is stopping");
        shutdown.close();
        say("Plugstream has stopped; its state is in " + directory);
    }

    private static Path home() {
        return Path.of(System.getProperty("plugstream.home", "."))
                .toAbsolutePath()
                .normalize();
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
