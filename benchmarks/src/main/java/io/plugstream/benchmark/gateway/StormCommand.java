package io.plugstream.benchmark.gateway;

import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.platform.Image;
import io.plugstream.benchmark.platform.Stage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how soon a gateway that has just started serves chargers that all connect at once. */
@Command(
        name = "storm",
        description =
                "Chargers that all connect at the same moment to a gateway that has just started, obey Retry-After,"
                        + " and boot. Goals: all are served within 30 s, and the p99 of BootNotification is 2 s.")
public final class StormCommand extends Benchmark {

    private static final String ROW = "%8s %10s %13s %8s %7s   %8s %8s %8s   %8s %8s%n";
    private static final Duration MOST = Duration.ofMinutes(2);

    @Option(
            names = "--chargers",
            description = "Number of chargers. Each takes a file descriptor here and one of the gateway's")
    private int chargers = 10_000;

    @Option(names = "--rounds", description = "Number of rounds, each with a new gateway")
    private int rounds = 2;

    @Option(
            names = "--image",
            description = "Start the gateway as its image does: unpacked, with the class cache of one start")
    private boolean image;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = out();
        int missing = 0;
        try (Stage stage = Stage.open()) {
            Gateway.register(stage, chargers);
            Image from = image ? Image.make(stage, home(), "ocpp-gateway") : new Image(home(), List.of());
            List<String> options =
                    Stream.concat(from.jvm().stream(), jvm().stream()).toList();
            out.printf(
                    "%n%d chargers at once; seconds from then to the answer to a charger's boot, and from the boot.%n%n",
                    chargers);
            out.printf(
                    ROW,
                    "served",
                    "told later",
                    "of them again",
                    "cut off",
                    "errors",
                    "p50",
                    "p99",
                    "last",
                    "boot p50",
                    "p99");
            for (int round = 1; round <= rounds; round++) {
                Gateway gateway = Gateway.start(stage, from.home(), options);
                Storm.Course course;
                try (Storm storm = Storm.gather(gateway.port(), chargers)) {
                    course = storm.connectAll(MOST);
                }
                stage.stop(gateway.process());
                print(out, course);
                missing += chargers - course.served().count();
            }
        }
        return missing == 0 ? 0 : 1;
    }

    private static void print(PrintWriter out, Storm.Course course) {
        out.printf(
                ROW,
                course.served().count(),
                course.later(),
                course.laterAgain(),
                course.cutOff(),
                course.errors(),
                Figures.seconds(course.served().percentile(0.5)),
                Figures.seconds(course.served().percentile(0.99)),
                Figures.seconds(course.served().percentile(1)),
                Figures.seconds(course.boots().percentile(0.5)),
                Figures.seconds(course.boots().percentile(0.99)));
    }
}
