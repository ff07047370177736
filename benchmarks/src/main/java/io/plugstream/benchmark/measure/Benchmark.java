package io.plugstream.benchmark.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every benchmark is given. */
public abstract class Benchmark implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "The project, for the jars below it (default: the current directory)")
    private Path home = Path.of(".");

    /** The project's directory. */
    protected final Path home() {
        return home;
    }

    /** Where figures are printed. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Tells that an option has no such value. */
    protected final ParameterException fault(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
