package io.plugstream.gateway;

import io.netty.pkitesting.X509Bundle;
import io.plugstream.parts.TestAuthority;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A certificate authority, and certificates of the gateway and chargers. */
public final class Certificates {

    private static final String PASSWORD = "changeit";

    private final Path directory;
    private final X509Bundle authority = TestAuthority.create();

    private Certificates(Path directory) {
        this.directory = directory;
    }

    public static Certificates in(Path directory) throws Exception {
        Certificates certificates = new Certificates(directory);
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("ca", certificates.authority.getCertificate());
        certificates.save(trust, "trust.p12");
        certificates.renewServer();
        return certificates;
    }

    /** Gives the gateway a new certificate. */
    public X509Certificate renewServer() throws Exception {
        X509Bundle server =
                TestAuthority.builder("CN=localhost").addSanDnsName("localhost").buildIssuedBy(authority);
        save(server.toKeyStore(PASSWORD.toCharArray()), "server.p12");
        return server.getCertificate();
    }

    /** A certificate for {@code subject}, signed by the authority. */
    public X509Certificate issue(String subject) throws Exception {
        return TestAuthority.builder(subject).buildIssuedBy(authority).getCertificate();
    }

    /** A client that trusts the authority and has a certificate signed by it. */
    public SSLContext client(String subject) throws Exception {
        return context(TestAuthority.builder(subject).buildIssuedBy(authority));
    }

    /** A client without a certificate. */
    public SSLContext client() throws Exception {
        return context(null);
    }

    /** A client with a certificate of another authority that uses the same name. */
    public SSLContext impostor(String subject) throws Exception {
        return context(TestAuthority.builder(subject).buildIssuedBy(TestAuthority.create()));
    }

    /** Settings of an SSL bundle with the gateway's key and the authority. */
    public String[] bundle(String name) {
        List<String> settings = new ArrayList<>(List.of(bundleWithoutTrust(name)));
        String prefix = "spring.ssl.bundle.jks." + name;
        settings.add(prefix + ".truststore.location=file:" + directory.resolve("trust.p12"));
        settings.add(prefix + ".truststore.password=" + PASSWORD);
        settings.add(prefix + ".truststore.type=PKCS12");
        return settings.toArray(String[]::new);
    }

    public String[] bundleWithoutTrust(String name) {
        String prefix = "spring.ssl.bundle.jks." + name;
        return new String[] {
            prefix + ".keystore.location=file:" + directory.resolve("server.p12"),
            prefix + ".keystore.password=" + PASSWORD,
            prefix + ".keystore.type=PKCS12"
        };
    }

    private void save(KeyStore store, String name) throws Exception {
        try (OutputStream file = Files.newOutputStream(directory.resolve(name))) {
            store.store(file, PASSWORD.toCharArray());
        }
    }

    private SSLContext context(@Nullable X509Bundle own) throws Exception {
        KeyManager[] keys = own == null ? null : own.toKeyManagerFactory().getKeyManagers();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, authority.toTrustManagerFactory().getTrustManagers(), null);
        return context;
    }
}
