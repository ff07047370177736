package io.plugstream.local.identity;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the development identity provider alone, for example in a container. */
@Command(
        name = "identity-provider",
        mixinStandardHelpOptions = true,
        description = "Gives anyone an ID token of any organisation. For development only.")
public final class IdentityProviderMain implements Callable<Integer> {
    @Option(
            names = "--address",
            defaultValue = "localhost",
            description = "Where to listen (default: ${DEFAULT-VALUE}).")
    String address = "localhost";

    @Option(names = "--port", defaultValue = "8090", description = "Port to listen on (default: ${DEFAULT-VALUE}).")
    int port;

    @Option(names = "--issuer", description = "Issuer named in tokens (default: http://localhost:PORT).")
    @Nullable
    String issuer;

    @Option(
            names = "--browser-url",
            paramLabel = "URL",
            description = "URL under which browsers reach this provider (default: the issuer).")
    @Nullable
    String browserUrl;

    @Option(
            names = "--key-file",
            defaultValue = ".local/identity/token-key.json",
            description = "File of the signing key (default: ${DEFAULT-VALUE}).")
    Path keyFile = Path.of(".local/identity/token-key.json");

    @Option(
            names = "--portal",
            paramLabel = "URL",
            description = "Address of a portal that people may sign in to; can be given more than once"
                    + " (default: http://localhost:8080).")
    List<URI> portals = List.of(URI.create("http://localhost:8080"));

    private IdentityProviderMain() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new IdentityProviderMain()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        try (var provider =
                IdentityProvider.start(new InetSocketAddress(address, port), issuer, browserUrl, keyFile, portals)) {
            System.out.println("Identity provider listens on " + address + ":" + provider.port());
            new CountDownLatch(1).await();
        }
        return 0;
    }
}
