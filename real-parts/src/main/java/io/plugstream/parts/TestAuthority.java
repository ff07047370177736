package io.plugstream.parts;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A test's own certificate authority, which issues server certificates. */
public final class TestAuthority {

    private final Path directory;
    private final X509Bundle own;

    private TestAuthority(Path directory, X509Bundle own) {
        this.directory = directory;
        this.own = own;
    }

    /** Creates an authority that keeps its files in the empty {@code directory}. */
    public static TestAuthority in(Path directory) {
        TestAuthority authority = new TestAuthority(directory, create());
        try {
            Files.writeString(authority.certificate(), authority.own.getCertificatePEM());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return authority;
    }

    /** A certificate authority of its own, with the same name as all others. */
    public static X509Bundle create() {
        return bundle(() ->
                builder("CN=Test Authority").setIsCertificateAuthority(true).buildSelfSigned());
    }

    /** Its own certificate as a PEM file, for clients that trust it. */
    public Path certificate() {
        return directory.resolve("ca.crt");
    }

    /** A certificate for a server of this name. */
    public ServerCertificate issue(String host) {
        X509Bundle issued =
                bundle(() -> builder("CN=" + host).addSanDnsName(host).buildIssuedBy(own));
        try {
            return ServerCertificate.write(
                    directory,
                    host,
                    issued.getCertificatePathPEM() + own.getCertificatePEM(),
                    issued.getPrivateKeyPEM());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins a certificate for {@code subject}, a distinguished name. */
    public static CertificateBuilder builder(String subject) {
        return new CertificateBuilder().ecp256().subject(subject);
    }

    private static X509Bundle bundle(Building building) {
        try {
            return building.build();
        } catch (Exception e) {
            throw new IllegalStateException("Failed to create a certificate", e);
        }
    }

    @FunctionalInterface
    private interface Building {
        X509Bundle build() throws Exception;
    }
}
