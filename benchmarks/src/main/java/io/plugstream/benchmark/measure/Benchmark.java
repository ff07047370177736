package io.plugstream.benchmark.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options and helpers of every benchmark. */
public abstract class Benchmark implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "The project's directory with the jars below it (default: the current directory)")
    private Path home = Path.of(".");

    /** The project's directory. */
    protected final Path home() {
        return home;
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
