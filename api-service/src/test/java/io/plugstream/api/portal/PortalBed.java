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

/** A portal with two replicas under the address of the first, and the development identity provider. */
final class PortalBed implements AutoCloseable {

    private final URI portal;
    private final IdentityProvider provider;
    private final ApiReplica first;
    private final ApiReplica second;

    /** A shared portal with the usual settings, which stops with the JVM. */
    static PortalBed shared() {
        return Shared.BED;
    }

    PortalBed(String... settings) {
        int port = FreePorts.one();
        this.portal = URI.create("http://localhost:" + port);
        this.provider = IdentityProvider.start(0, keyFile(), List.of(portal));
        this.first = replica(Stream.concat(Stream.of(settings), Stream.of("--server.port=" + port)));
        this.second = replica(Stream.of(settings));
    }

    private ApiReplica replica(Stream<String> settings) {
        return ApiReplica.ready(Stream.concat(
                        Stream.of(
                                "--plugstream.identity.issuer=http://localhost:" + provider.port(),
                                "--plugstream.portal.url=" + portal,
                                "--plugstream.shield.failures-per-minute=10000"),
                        settings)
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

    URI secondReplica() {
        return URI.create("http://localhost:" + second.port());
    }

    int providerPort() {
        return provider.port();
    }

    @Override
    public void close() {
        first.close();
        second.close();
        provider.close();
    }

    private static final class Shared {

        static final PortalBed BED = new PortalBed();
    }
}
