package io.plugstream.benchmark;

import io.plugstream.benchmark.delivery.ClaimsCommand;
import io.plugstream.benchmark.delivery.DeliveriesCommand;
import io.plugstream.benchmark.disturbance.KillCommand;
import io.plugstream.benchmark.disturbance.NeighboursCommand;
import io.plugstream.benchmark.gateway.GatewayCommand;
import io.plugstream.benchmark.gateway.StormCommand;
import io.plugstream.benchmark.http.CallsCommand;
import io.plugstream.benchmark.platform.Loopback;
import io.plugstream.benchmark.quota.QuotaCommand;
import io.plugstream.benchmark.quota.RestoreCommand;
import io.plugstream.benchmark.sandbox.SandboxCommand;
import io.plugstream.benchmark.start.StartCommand;
import io.plugstream.benchmark.whole.PlatformCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line. */
@Command(
        name = "benchmarks",
        mixinStandardHelpOptions = true,
        description = "Drives a real service on loopback and prints its latencies beside those of a bare baseline.",
        subcommands = {
            QuotaCommand.class,
            RestoreCommand.class,
            StartCommand.class,
            DeliveriesCommand.class,
            ClaimsCommand.class,
            CallsCommand.class,
            GatewayCommand.class,
            StormCommand.class,
            NeighboursCommand.class,
            KillCommand.class,
            PlatformCommand.class,
            SandboxCommand.class
        })
public final class Benchmarks {

    private Benchmarks() {}

    /** Runs the named benchmark, or prints the list of benchmarks. */
    public static void main(String[] arguments) {
        Loopback.prepare();
        System.exit(commandLine().execute(arguments.length == 0 ? new String[] {"--help"} : arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Benchmarks()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
