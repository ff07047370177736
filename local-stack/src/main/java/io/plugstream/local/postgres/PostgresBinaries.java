package io.plugstream.local.postgres;

import io.plugstream.local.process.Directories;
import io.plugstream.local.process.StartException;
import io.plugstream.model.digest.Sha256;
import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The server's programs, unpacked once per version from the Maven artifact for this machine. */
record PostgresBinaries(Path home) {
    private static final String UNPACKING = "unpacking-";
    private static final Duration LONGEST_UNPACKING = Duration.ofHours(1);

    /** Unpacks into the user's directory of caches unless that was done before. */
    static PostgresBinaries unpacked() throws IOException {
        return unpackedIn(cache(System.getenv("XDG_CACHE_HOME")));
    }

    /** A relative path is ignored, as the XDG Base Directory Specification asks for. */
    static Path cache(@Nullable String configured) {
        var parent = configured != null && Path.of(configured).isAbsolute()
                ? Path.of(configured)
                : Path.of(System.getProperty("user.home"), ".cache");
        return parent.resolve("plugstream");
    }

    /** Unpacks below {@code cache} unless that was done before. Several processes may do this at once. */
    static PostgresBinaries unpackedIn(Path cache) throws IOException {
        var archive = archive();
        var home = cache.resolve("postgres-" + Sha256.hex(archive).substring(0, 16));
        Files.createDirectories(cache);
        removeAbandoned(cache);
        if (!Files.isDirectory(home)) {
            unpack(archive, cache, home);
        }
        return new PostgresBinaries(home);
    }

    static void unpack(byte[] archive, Path cache, Path home) throws IOException {
        var fresh = Files.createTempDirectory(cache, UNPACKING);
        try {
            PostgresArchive.unpack(new ByteArrayInputStream(archive), fresh);
            publish(fresh, home);
        } catch (IOException | RuntimeException e) {
            Directories.delete(fresh);
            throw e;
        }
    }

    /** Removes what starts left that were killed while they unpacked, as far as possible. */
    private static void removeAbandoned(Path cache) {
        var latest = Instant.now().minus(LONGEST_UNPACKING);
        try (var unpacking = Files.newDirectoryStream(cache, UNPACKING + '*')) {
            for (var directory : unpacking) {
                if (Files.getLastModifiedTime(directory).toInstant().isBefore(latest)) {
                    Directories.delete(directory);
                }
            }
        } catch (IOException | UncheckedIOException | DirectoryIteratorException _) {
            // Another process may be removing the same; a later start tries again.
        }
    }

    Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    static byte[] archive() throws IOException {
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
            // Another process was first. The JDK has no exception of its own for that.
            if (!Files.isDirectory(home)) {
                throw e;
            }
            Directories.delete(fresh);
        }
    }
}
