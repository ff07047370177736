package io.plugstream.local.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Files and directories that only their owner may read. */
public final class PrivateFiles {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = permissions("rw-------");
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_DIRECTORY = permissions("rwx------");

    private static final String UNFINISHED = ".new";

    private PrivateFiles() {}

    /** Replaces {@code file} atomically: readers see the old content or the new, also after a crash. */
    public static void write(Path file, String content) throws IOException {
        var directory =
                createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        var fresh = Files.createTempFile(directory, ".", UNFINISHED, OWNER_ONLY);
        Files.writeString(fresh, content);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Whether {@code file} is what a crash left of a {@link #write}. */
    public static boolean isUnfinished(Path file) {
        return file.getFileName().toString().matches("\\.\\d+" + Pattern.quote(UNFINISHED));
    }

    /** Like {@link #write}, but executable for its owner. */
    public static void writeScript(Path file, String content) throws IOException {
        write(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    public static Path createDirectories(Path directory) throws IOException {
        return Files.createDirectories(directory, OWNER_ONLY_DIRECTORY);
    }

    private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }
}
