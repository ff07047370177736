package io.plugstream.local;

import io.plugstream.local.process.Directories;
import io.plugstream.local.process.PrivateFiles;
import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A run's state directory, locked by one run at a time. */
final class StateDirectory implements AutoCloseable {
    private static final String LOCK = "lock";

    /** Entries that a run creates. A directory with any other entry is never wiped. */
    private static final Set<String> ENTRIES =
            Set.of(LOCK, "kafka", "postgres", "identity", "logs", "pids", "start", "quota", "demo.json");

    private final Path path;
    private final FileChannel lock;

    private StateDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Locks {@code directory}, creating it if necessary.
     *
     * @throws StartException if another run holds it
     */
    static StateDirectory hold(Path directory) {
        try {
            var path = PrivateFiles.createDirectories(directory).toRealPath();
            var channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!locked(channel)) {
                channel.close();
                throw new StartException("Plugstream is already running with its state in " + path);
            }
            return new StateDirectory(path, channel);
        } catch (IOException e) {
            throw new StartException("State cannot be kept in " + directory + ": " + inWords(e), e);
        }
    }

    /** Without a reason, the message of Java's exception is only the file's name. */
    private static String inWords(IOException cause) {
        return switch (cause) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such file or directory";
            default -> String.valueOf(cause.getMessage());
        };
    }

    /** Whether a run currently locks {@code directory}. */
    static boolean isHeld(Path directory) {
        if (!Files.exists(directory.resolve(LOCK))) {
            return false;
        }
        try (var channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE)) {
            return !locked(channel);
        } catch (IOException e) {
            throw new StartException("State in %s cannot be read: %s".formatted(directory, e.getMessage()), e);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    Path path() {
        return path;
    }

    /** Deletes the state of earlier runs. */
    void wipe() {
        try (var entries = Files.list(path)) {
            var all = entries.toList();
            for (var entry : all) {
                if (!ENTRIES.contains(entry.getFileName().toString()) && !PrivateFiles.isUnfinished(entry)) {
                    throw new StartException(
                            "%s contains %s of no run; it is not wiped".formatted(path, entry.getFileName()));
                }
            }
            for (var entry : all) {
                if (!entry.endsWith(LOCK)) {
                    Directories.delete(entry);
                }
            }
        } catch (IOException e) {
            throw new StartException(path + " cannot be wiped: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new StartException(path + " cannot be unlocked: " + e.getMessage(), e);
        }
    }
}
