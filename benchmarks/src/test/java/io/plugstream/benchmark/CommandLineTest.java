package io.plugstream.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandLineTest {

    private final StringWriter out = new StringWriter();
    private final CommandLine line =
            Benchmarks.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(out));

    @Test
    void helpNamesEveryBenchmark() {
        assertThat(line.execute("--help")).isZero();
        assertThat(out.toString())
                .contains("quota", "deliveries", "calls", "gateway", "neighbours", "kill", "platform", "sandbox");
    }

    @Test
    void helpOfABenchmarkNamesItsDefaults() {
        assertThat(line.execute("quota", "--help")).isZero();
        assertThat(out.toString()).contains("--rates", "200,1000", "--organisations");
    }

    @Test
    void unknownBenchmarkIsAnError() {
        assertThat(line.execute("coffee")).isEqualTo(CommandLine.ExitCode.USAGE);
    }
}
