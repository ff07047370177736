package io.plugstream.parts;

import io.plugstream.local.process.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server as processes of this machine, in a directory of its own. It ends with this JVM. */
final class ProcessLifecycle<P> implements Lifecycle {

    private final Path home;
    private final Function<Path, P> start;
    private final Function<P, Process> process;
    private final Consumer<P> stop;
    private @Nullable P running;

    ProcessLifecycle(String name, Function<Path, P> start, Function<P, Process> process, Consumer<P> stop) {
        this.home = newDirectory(name);
        this.start = start;
        this.process = process;
        this.stop = stop;
    }

    private static Path newDirectory(String name) {
        try {
            return Files.createTempDirectory("plugstream-" + name + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    P running() {
        return Objects.requireNonNull(running, "never started");
    }

    @Override
    public void start() {
        running = start.apply(home);
    }

    @Override
    public void stop() {
        stop.accept(running());
    }

    @Override
    public void kill() {
        Process root = process.apply(running());
        tree(root).forEach(ProcessHandle::destroyForcibly);
        root.onExit().join();
    }

    @Override
    public void pause() {
        signal(ProcessSignals::pause);
    }

    @Override
    public void resume() {
        signal(ProcessSignals::resume);
    }

    @Override
    public void remove() {
        stop();
        try {
            Directories.delete(home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** PostgreSQL has a process for each connection. A process that starts meanwhile gets the signal too. */
    private void signal(Consumer<List<ProcessHandle>> signal) {
        Process root = process.apply(running());
        Set<ProcessHandle> signalled = new HashSet<>();
        List<ProcessHandle> others = tree(root).filter(signalled::add).toList();
        while (!others.isEmpty()) {
            signal.accept(others);
            others = tree(root).filter(signalled::add).toList();
        }
    }

    private static Stream<ProcessHandle> tree(Process process) {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }
}
