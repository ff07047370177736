package io.plugstream.gateway;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A certificate authority, and certificates of the gateway and chargers, created by {@code keytool}. */
public final class Certificates {

    private static final String PASSWORD = "changeit";

    private final Path directory;

    private Certificates(Path directory) {
        this.directory = directory;
    }

    public static Certificates in(Path directory) throws Exception {
        Certificates certificates = new Certificates(directory);
        certificates.newAuthority("ca");
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("ca", certificates.all().getCertificate("ca"));
        certificates.save(trust, "trust.p12");
        certificates.renewServer();
        return certificates;
    }

    /** Gives the gateway a new certificate. */
    public X509Certificate renewServer() throws Exception {
        String alias = newKey("ca", "CN=localhost", "-ext", "san=dns:localhost");
        save(only(alias), "server.p12");
        return certificate(alias);
    }

    /** A certificate for {@code subject}, signed by the authority. */
    public X509Certificate issue(String subject) throws Exception {
        return certificate(newKey("ca", subject));
    }

    /** A client that trusts the authority and has a certificate signed by it. */
    public SSLContext client(String subject) throws Exception {
        return context(only(newKey("ca", subject)));
    }

    /** A client without a certificate. */
    public SSLContext client() throws Exception {
        return context(null);
    }

    /** A client with a certificate of another authority that uses the same name. */
    public SSLContext impostor(String subject) throws Exception {
        newAuthority("impostor");
        return context(only(newKey("impostor", subject)));
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

    private void newAuthority(String alias) throws Exception {
        keytool("-genkeypair", "-alias", alias, "-dname", "CN=Test Authority", "-ext", "bc:c=ca:true");
    }

    private String newKey(String signer, String subject, String... options) throws Exception {
        String alias = "a" + UUID.randomUUID();
        List<String> arguments =
                new ArrayList<>(List.of("-genkeypair", "-alias", alias, "-dname", subject, "-signer", signer));
        arguments.addAll(List.of(options));
        keytool(arguments.toArray(String[]::new));
        return alias;
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-J-XX:TieredStopAtLevel=1"));
        command.add("-J-Dsun.jnu.encoding=UTF-8");
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keyalg", "EC", "-validity", "2", "-storetype", "PKCS12"));
        command.addAll(List.of("-keystore", directory.resolve("all.p12").toString(), "-storepass", PASSWORD));
        Path output = directory.resolve("keytool.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroy();
            throw new IllegalStateException("keytool failed: " + Files.readString(output));
        }
    }

    private KeyStore all() throws Exception {
        KeyStore all = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(directory.resolve("all.p12"))) {
            all.load(file, PASSWORD.toCharArray());
        }
        return all;
    }

    private X509Certificate certificate(String alias) throws Exception {
        return (X509Certificate) all().getCertificate(alias);
    }

    private KeyStore only(String alias) throws Exception {
        KeyStore all = all();
        KeyStore one = KeyStore.getInstance("PKCS12");
        one.load(null, null);
        char[] password = PASSWORD.toCharArray();
        one.setKeyEntry(alias, all.getKey(alias, password), password, all.getCertificateChain(alias));
        return one;
    }

    private void save(KeyStore store, String name) throws Exception {
        try (OutputStream file = Files.newOutputStream(directory.resolve(name))) {
            store.store(file, PASSWORD.toCharArray());
        }
    }

    private SSLContext context(@Nullable KeyStore keys) throws Exception {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(directory.resolve("trust.p12"))) {
            trust.load(file, PASSWORD.toCharArray());
        }
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(trust);
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
