package io.plugstream.api.portal;

import io.plugstream.api.platform.ApiReplica;
import io.plugstream.local.identity.IdentityProvider;
import io.plugstream.local.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A portal with two replicas under the address of the first, and the development identity provider. */
final class PortalBed implements AutoCloseable {

    private final URI portal;
    private final IdentityProvider provider;
    private final String[] settings;
    private final ApiReplica first;
    private @Nullable ApiReplica second;

    /** A shared portal with the usual settings, which stops with the JVM. */
    static PortalBed shared() {
        return Shared.BED;
    }

    PortalBed(String... settings) {
        int port = FreePorts.one();
        this.portal = URI.create("http://localhost:" + port);
        this.provider = IdentityProvider.start(0, keyFile(), List.of(portal));
        this.settings = settings;
        this.first = replica("--server.port=" + port);
    }

    private ApiReplica replica(String... more) {
        return ApiReplica.ready(Stream.of(
                        Stream.of(
                                "--plugstream.identity.issuer=http://localhost:" + provider.port(),
                                "--plugstream.portal.url=" + portal,
                                "--plugstream.shield.failures-per-minute=10000"),
                        Stream.of(settings),
                        Stream.of(more))
                .flatMap(part -> part)
                .toArray(String[]::new));
    }

    private static Path keyFile() {
        try {
            return Files.createTempDirectory("portal").resolve("key.json");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Browser browser() {
        return new Browser(portal);
    }

    URI portal() {
        return portal;
    }

    ApiReplica replica() {
        return first;
    }

    /** Starts the second replica if it does not run, which takes seconds. */
    synchronized URI secondReplica() {
        ApiReplica running = second;
        if (running == null) {
            running = replica();
            second = running;
        }
        return URI.create("http://localhost:" + running.port());
    }

    int providerPort() {
        return provider.port();
    }

    @Override
    public synchronized void close() {
        first.close();
        ApiReplica running = second;
        if (running != null) {
            running.close();
        }
        provider.close();
    }

    private static final class Shared {

        static final PortalBed BED = new PortalBed();
    }
}
