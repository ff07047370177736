package io.plugstream.local.postgres;

import io.plugstream.local.process.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The database password: generated once, readable by its owner only. */
record PasswordFile(Path file) {
    private static final int BYTES = 16;

    static PasswordFile in(Path directory) {
        return new PasswordFile(directory.resolve("password"));
    }

    String password() throws IOException {
        if (!Files.exists(file)) {
            var bytes = new byte[BYTES];
            new SecureRandom().nextBytes(bytes);
            PrivateFiles.write(file, HexFormat.of().formatHex(bytes));
        }
        return Files.readString(file).strip();
    }
}
