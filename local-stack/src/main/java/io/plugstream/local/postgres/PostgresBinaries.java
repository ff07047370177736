package io.plugstream.local.postgres;

import io.plugstream.local.process.Directories;
import io.plugstream.local.process.StartException;
import io.plugstream.model.digest.Sha256;
import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The server's programs, unpacked once per version from the Maven artifact for this machine. */
record PostgresBinaries(Path home) {
    /** Unpacks below {@code cache} unless that was done before. Several processes may do this at once. */
    static PostgresBinaries unpackedIn(Path cache) throws IOException {
        var archive = archive();
        var home = cache.resolve("postgres-" + Sha256.hex(archive).substring(0, 16));
        if (!Files.isDirectory(home)) {
            Files.createDirectories(cache);
            var fresh = Files.createTempDirectory(cache, "unpacking-");
            PostgresArchive.unpack(new ByteArrayInputStream(archive), fresh);
            publish(fresh, home);
        }
        return new PostgresBinaries(home);
    }

    Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    private static byte[] archive() throws IOException {
        var system = System.getProperty("os.name");
        var machine = System.getProperty("os.arch").replace("amd64", "x86_64").replace("aarch64", "arm_64");
        try (var resource = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machine)) {
            return resource.readAllBytes();
        } catch (IllegalStateException e) {
            throw new StartException("There are no PostgreSQL binaries for " + system + " on " + machine, e);
        }
    }

    private static void publish(Path fresh, Path home) throws IOException {
        try {
            Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            Directories.delete(fresh);
            // Another process was first. The JDK has no exception of its own for that.
            if (!Files.isDirectory(home)) {
                throw e;
            }
        }
    }
}
