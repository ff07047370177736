package io.plugstream.local.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks the {@code .txz} that the binaries come in. */
final class PostgresArchive {
    private static final int EXECUTABLE = 0100;

    private PostgresArchive() {}

    static void unpack(InputStream archive, Path target) throws IOException {
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var tar = new TarArchiveInputStream(new XZInputStream(archive))) {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpack(entry, tar, inside(target, entry.getName()));
            }
        }
    }

    private static void unpack(TarArchiveEntry entry, InputStream content, Path path) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(content, path);
        var executable = (entry.getMode() & EXECUTABLE) != 0;
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private static Path inside(Path target, String name) throws IOException {
        var path = target.resolve(name).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("The archive has an entry outside its root: " + name);
        }
        return path;
    }
}
