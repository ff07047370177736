package io.plugstream.parts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A server's certificate and its key, as PEM files.
 *
 * @param chain the certificate and that of its authority
 * @param key the private key, without a password
 * @param keyAndChain both in one
 */
public record ServerCertificate(Path chain, Path key, Path keyAndChain) {

    static ServerCertificate write(Path directory, String name, String chain, String key) throws IOException {
        return new ServerCertificate(
                Files.writeString(directory.resolve(name + ".crt"), chain),
                Files.writeString(directory.resolve(name + ".key"), key),
                Files.writeString(directory.resolve(name + ".pem"), key + chain));
    }

    String chainText() {
        return text(chain);
    }

    String keyText() {
        return text(key);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
