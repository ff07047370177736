package io.plugstream.plug;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.plugstream.plug.api.Failure;
import io.plugstream.plug.output.Output;
import io.plugstream.plug.output.StandardOutput;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code plug}: Plugstream from a developer's terminal. */
@Command(
        name = "plug",
        mixinStandardHelpOptions = false,
        sortOptions = false,
        versionProvider = Plug.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Plugstream from your terminal: receive events on your own machine, see your chargers, command them.",
        subcommands = {
            ListenCommand.class,
            TriggerCommand.class,
            ChargersCommand.class,
            CommandCommand.class,
            WebhooksCommand.class,
            KeysCommand.class,
            CompletionCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:refused or failed, also a command that the charger rejected, or output that cannot be written",
            "2:wrong usage, also found by the API, such as an unknown event",
            "3:the API cannot be reached",
            "4:not authorised: the key is unknown or revoked, or may not do this",
            "141:the reader of the output has closed it, as head does"
        },
        footerHeading = "%nEnvironment:%n",
        footer = {
            "  PLUGSTREAM_KEY  your API key, unless --key-file names a file with it",
            "  PLUGSTREAM_URL  address of the API (default: http://localhost:8080)",
            "  PLUGSTREAM_INSECURE",
            "                  true: send the key to an http address that is not this machine's, too",
            "  HTTPS_PROXY     http://host:port of a proxy for an https address, HTTP_PROXY for an http",
            "                  address, and NO_PROXY: hosts and domains that are reached directly, like",
            "                  localhost always. Receivers of plug listen are, too.",
            "",
            "Begin with:",
            "  export PLUGSTREAM_KEY=plug_test_…",
            "  plug chargers",
            "  plug listen --forward-to http://localhost:3000/webhooks",
            "  plug trigger normalSession",
            "",
            "plug COMMAND --help explains each command."
        })
public final class Plug implements Callable<Integer> {

    /** What a shell reports of a program that SIGPIPE ended. */
    private static final int CLOSED_PIPE = 141;

    /** Java's replacement for a letter that the locale's encoding lacks. */
    private static final char UNREADABLE = '\uFFFD';

    @CommandLine.Option(names = "--version", versionHelp = true, description = "Show the version and exit.")
    boolean showsVersion;

    @CommandLine.Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
    boolean help;

    @Spec
    CommandSpec specification = CommandSpec.create();

    private Plug() {}

    public static void main(String[] arguments) {
        var line = commandLine(System.getenv());
        var output = new StandardOutput();
        line.setOut(new PrintWriter(output, true, UTF_8));
        var exitCode = run(line, arguments);
        var failure = output.failure();
        System.exit(failure == null ? exitCode : unwritable(failure, line.getErr()));
    }

    /** Runs the command line. Arguments that Java could not read are refused: a charger would get other letters. */
    static int run(CommandLine line, String... arguments) {
        if (Arrays.stream(arguments).anyMatch(argument -> argument.indexOf(UNREADABLE) >= 0)) {
            line.getErr()
                    .println("plug: An argument has letters that cannot be read in this locale. Set LC_ALL=C.UTF-8.");
            return Failure.Kind.USAGE.exitCode();
        }
        return line.execute(arguments);
    }

    /** Only a closed pipe is silent: its reader has seen enough. */
    private static int unwritable(String failure, PrintWriter errors) {
        if (failure.contains("Broken pipe")) {
            return CLOSED_PIPE;
        }
        errors.println("plug: The output cannot be written: " + failure);
        return Failure.Kind.REFUSED.exitCode();
    }

    /** The whole command line, with these environment variables. */
    static CommandLine commandLine(Map<String, String> environment) {
        var line = new CommandLine(new Plug(), new Commands(environment));
        line.setExecutionExceptionHandler((problem, command, _) -> {
            if (problem instanceof Failure failure) {
                // Messages may contain text of the API, or of what answers in its place.
                var lines = String.valueOf(failure.getMessage()).lines().map(Output::plain);
                command.getErr().println("plug: " + lines.collect(Collectors.joining(System.lineSeparator())));
                return failure.kind().exitCode();
            }
            if (problem instanceof Output.Closed) {
                return Failure.Kind.REFUSED.exitCode();
            }
            if (problem instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                return Failure.Kind.REFUSED.exitCode();
            }
            throw problem;
        });
        line.setUsageHelpWidth(100);
        if ("dumb".equals(environment.get("TERM"))) {
            // Picocli itself respects NO_COLOR, but not a terminal that shows no colours.
            line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        }
        return line;
    }

    static String version() {
        return Objects.requireNonNullElse(Plug.class.getPackage().getImplementationVersion(), "development");
    }

    /** For {@code --version}. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"plug " + version()};
        }
    }

    @Override
    public Integer call() {
        specification.commandLine().usage(specification.commandLine().getErr());
        return Failure.Kind.USAGE.exitCode();
    }
}
