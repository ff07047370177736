package io.plugstream.benchmark.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options and helpers of every benchmark. */
@Command(mixinStandardHelpOptions = true, showDefaultValues = true)
public abstract class Benchmark implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Option(names = "--home", paramLabel = "DIR", description = "The project's directory with the jars below it")
    private Path home = Path.of(".");

    @Option(
            names = "--jvm",
            paramLabel = "OPTIONS",
            split = " ",
            description = "More options for the JVM of each measured service; {service} in them is the service's name,"
                    + " as in -XX:StartFlightRecording=filename={service}.jfr")
    private List<String> jvm = List.of();

    protected final Path home() {
        return home;
    }

    /** More options for the JVM of each measured service. */
    protected final List<String> jvm() {
        return jvm;
    }

    /** The output for figures. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** The exception for an invalid value of an option. */
    protected final ParameterException fault(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
