package io.plugstream.plug.listen;

import io.plugstream.plug.api.Failure;
import io.plugstream.plug.api.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.core.JacksonException;

/**
 * The progress file of a key and a target. Only its owner may read it and only one process uses it. It is replaced
 * atomically, so that a kill leaves the old content or the new.
 */
final class ProgressFile implements AutoCloseable {

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int NAME_BYTES = 12;

    private final Path file;
    private final FileChannel lock;
    private Progress progress;

    private ProgressFile(Path file, FileChannel lock, Progress progress) {
        this.file = file;
        this.lock = lock;
        this.progress = progress;
    }

    /**
     * The directory of these files, below {@code XDG_STATE_HOME} or its default. A relative path is ignored, as the XDG
     * Base Directory Specification asks for.
     */
    static Path directory(Map<String, String> environment, String home) {
        var configured = Path.of(environment.getOrDefault("XDG_STATE_HOME", ""));
        var state = configured.isAbsolute() ? configured : Path.of(home, ".local", "state");
        return state.resolve("plugstream");
    }

    /**
     * Opens the file. If there is none, the progress has a new secret, and is not saved yet.
     *
     * @throws Failure if another process uses it, or it cannot be read
     */
    static ProgressFile open(Path directory, String keyPrefix, String target) throws IOException, Failure {
        Files.createDirectories(directory, OWNER_ONLY_DIRECTORY);
        var name = "listen-" + name(keyPrefix, target);
        var lock = lock(directory.resolve(name + ".lock"), target);
        try {
            var file = directory.resolve(name + ".json");
            if (Files.exists(file)) {
                return new ProgressFile(file, lock, read(file));
            }
            var fresh = new Progress(keyPrefix, target, Signer.newSecret(new SecureRandom()), null, null, List.of());
            return new ProgressFile(file, lock, fresh);
        } catch (IOException | Failure e) {
            lock.close();
            throw e;
        }
    }

    private static FileChannel lock(Path file, String target) throws IOException, Failure {
        if (!Files.exists(file)) {
            try {
                Files.createFile(file, OWNER_ONLY);
            } catch (FileAlreadyExistsException _) {
                // Another process created it first; the lock decides.
                return lock(file, target);
            }
        }
        var channel = FileChannel.open(file, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException _) {
            channel.close();
            throw taken(target);
        }
        channel.close();
        throw taken(target);
    }

    private static Failure taken(String target) {
        return new Failure(Failure.Kind.REFUSED, "Another plug forwards to %s with this key.".formatted(target));
    }

    private static Progress read(Path file) throws IOException, Failure {
        try {
            var progress = Json.mapper().readValue(Files.readString(file), Progress.class);
            if (Signer.isSecret(progress.secret())) {
                return progress;
            }
        } catch (JacksonException | NullPointerException _) {
            throw unreadable(file);
        }
        throw unreadable(file);
    }

    private static Failure unreadable(Path file) {
        return new Failure(
                Failure.Kind.REFUSED, "%s cannot be read. Delete it to start again with a new secret.".formatted(file));
    }

    /** The failure to write a file or to use its directory. */
    static Failure unkept(Path place, IOException cause) {
        return new Failure(
                Failure.Kind.REFUSED, "The position cannot be kept in %s: %s".formatted(place, inWords(cause)));
    }

    /** Why a file cannot be used. Without a reason, the message of Java's exception is the file's name. */
    private static String inWords(IOException cause) {
        return switch (cause) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such file or directory";
            case FileSystemException failure when failure.getReason() != null -> failure.getReason();
            default -> String.valueOf(cause.getMessage());
        };
    }

    private static String name(String keyPrefix, String target) {
        try {
            var digest = MessageDigest.getInstance("SHA-256")
                    .digest((keyPrefix + '\n' + target).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, NAME_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    Path file() {
        return file;
    }

    Progress progress() {
        return progress;
    }

    void save(Progress next) throws IOException {
        var directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
        var fresh = Files.createTempFile(directory, ".listen", ".new", OWNER_ONLY);
        try {
            Files.writeString(fresh, Json.write(next));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        progress = next;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
