package io.plugstream.parts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A test's own certificate authority, which issues server certificates with {@code keytool}. */
public final class TestAuthority {

    private static final String PASSWORD = "changeit";
    private static final String SELF = "authority";
    private static final int TIMEOUT_SECONDS = 60;

    private final Path directory;

    private TestAuthority(Path directory) {
        this.directory = directory;
    }

    /** Creates an authority that keeps its files in the empty {@code directory}. */
    public static TestAuthority in(Path directory) {
        TestAuthority authority = new TestAuthority(directory);
        authority.keytool("-alias", SELF, "-dname", "CN=Test Authority", "-ext", "bc:c=ca:true");
        try {
            Files.writeString(authority.certificate(), pem(authority.keys().getCertificate(SELF)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return authority;
    }

    /** Its own certificate as a PEM file, for clients that trust it. */
    public Path certificate() {
        return directory.resolve("ca.crt");
    }

    /** A certificate for a server of this name. */
    public ServerCertificate issue(String host) {
        keytool("-alias", host, "-dname", "CN=" + host, "-signer", SELF, "-ext", "san=dns:" + host);
        try {
            KeyStore keys = keys();
            StringBuilder chain = new StringBuilder();
            for (Certificate certificate : keys.getCertificateChain(host)) {
                chain.append(pem(certificate));
            }
            String key =
                    pem("PRIVATE KEY", keys.getKey(host, PASSWORD.toCharArray()).getEncoded());
            return ServerCertificate.write(directory, host, chain.toString(), key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KeyStore keys() throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(store())) {
            keys.load(file, PASSWORD.toCharArray());
        }
        return keys;
    }

    private Path store() {
        return directory.resolve("keys.p12");
    }

    private void keytool(String... subject) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-genkeypair", "-keyalg", "EC", "-validity", "2"));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", store().toString(), "-storepass", PASSWORD));
        Stream.of(subject).forEach(command::add);
        Path output = directory.resolve("keytool.log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException("keytool failed: " + Files.readString(output));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String pem(Certificate certificate) throws GeneralSecurityException {
        return pem("CERTIFICATE", certificate.getEncoded());
    }

    private static String pem(String kind, byte[] content) {
        byte[] newLine = "\n".getBytes(StandardCharsets.US_ASCII);
        String text = Base64.getMimeEncoder(64, newLine).encodeToString(content);
        return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, text);
    }
}
