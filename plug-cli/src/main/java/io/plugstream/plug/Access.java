package io.plugstream.plug;

import io.plugstream.plug.api.Api;
import io.plugstream.plug.api.ApiKey;
import io.plugstream.plug.api.Failure;
import io.plugstream.plug.api.Proxy;
import io.plugstream.plug.output.Output;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that all commands share; help lists them after a command's own. */
final class Access {

    private static final String ADDRESS = "PLUGSTREAM_URL";
    private static final String INSECURE = "PLUGSTREAM_INSECURE";
    private static final String LOCAL = "http://localhost:8080";
    private static final int LAST_PORT = 65_535;

    @Option(
            names = "--key-file",
            order = 1,
            paramLabel = "FILE",
            description =
                    "Read the API key from FILE instead of PLUGSTREAM_KEY. A key is never an argument: others would see it.")
    @Nullable
    Path keyFile;

    @Option(names = "--json", order = 2, description = "Write JSON instead of text.")
    boolean json;

    @Option(names = "--help", order = 3, usageHelp = true, description = "Show this help and exit.")
    boolean help;

    @Spec(Spec.Target.MIXEE)
    CommandSpec mixee = CommandSpec.create();

    private final Map<String, String> environment;

    Access(Map<String, String> environment) {
        this.environment = environment;
    }

    Api api() throws Failure {
        var address = address();
        return new Api(address, ApiKey.of(keyFile, environment), Proxy.of(address, environment));
    }

    private URI address() throws Failure {
        // ./run prints the address with the version's path.
        var text = environment.getOrDefault(ADDRESS, LOCAL).replaceFirst("/api/v1/*$", "");
        var address = uri(text);
        if (address == null || address.getQuery() != null) {
            throw new Failure(
                    Failure.Kind.USAGE,
                    ADDRESS + " must be an http or https address without user name, query and fragment, such as "
                            + LOCAL);
        }
        if (isReadable(address) && !"true".equals(environment.get(INSECURE))) {
            throw new Failure(
                    Failure.Kind.USAGE,
                    ADDRESS + " must begin with https, or others could read your key on its way. For a network that you"
                            + " trust, set " + INSECURE + "=true.");
        }
        return address;
    }

    /** Whether others could read what is sent there. */
    private static boolean isReadable(URI address) {
        return "http".equalsIgnoreCase(address.getScheme()) && !Proxy.isThisMachine(address);
    }

    /** An http or https address without user info and fragment; null if the text is none. */
    static @Nullable URI uri(String text) {
        try {
            var uri = new URI(text);
            var http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            var isWhole = uri.getHost() != null && uri.getPort() <= LAST_PORT;
            return http && isWhole && uri.getUserInfo() == null && uri.getFragment() == null ? uri : null;
        } catch (URISyntaxException _) {
            return null;
        }
    }

    Output output() {
        return new Output(mixee.commandLine().getOut(), colours());
    }

    Output errors() {
        return new Output(mixee.commandLine().getErr(), colours());
    }

    private Ansi colours() {
        return mixee.commandLine().getColorScheme().ansi();
    }
}
