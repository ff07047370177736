package io.plugstream.local;

import io.plugstream.local.process.JavaCommand;
import io.plugstream.local.process.ServiceImage;
import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the images of the services, with which their next starts cost half: once for each build, whoever asks and however
 * many ask at once (ADR 94).
 */
public final class ImageMaker {
    private final Path home;
    private final int niceness;
    private final Consumer<String> say;
    private final Thread thread = new Thread(this::makeAll, "images");

    /**
     * Begins nothing yet.
     *
     * @param home the project's directory, whose modules have been packaged
     * @param niceness of the processes that make them, 0 to 19, as of nice(1)
     * @param say is told what fails, in lines for people
     */
    public ImageMaker(Path home, int niceness, Consumer<String> say) {
        this.home = home.toAbsolutePath();
        this.niceness = niceness;
        this.say = say;
    }

    /** Begins to make, beside whatever is done here, those that are not current. */
    public void start() {
        thread.start();
    }

    /** Gives up what is not finished; whoever comes next begins it anew. */
    public void stop() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    /** Returns when all are there, or have failed. */
    public void join() throws InterruptedException {
        thread.join();
    }

    /** First those that nobody else is making; then it waits for the others. */
    private void makeAll() {
        for (var locking : List.<Locking>of(FileChannel::tryLock, FileChannel::lock)) {
            for (var service : ServiceCatalogue.NAMES) {
                try {
                    make(home, service, niceness, locking);
                } catch (InterruptedException | ClosedByInterruptException | FileLockInterruptionException e) {
                    return;
                } catch (StartException | IOException e) {
                    say.accept("%s goes on starting from its jar: %s".formatted(service, e.getMessage()));
                }
            }
        }
    }

    /**
     * The command that starts a service from its image, up to the jar: with the options of a local run. The image is made
     * before if it is not current; whoever asks meanwhile waits.
     *
     * @param home as of {@link #ImageMaker}
     * @throws StartException if there is no jar, or its image cannot be made
     */
    public static synchronized List<String> command(Path home, String service) {
        try {
            var image = make(home.toAbsolutePath().normalize(), service, 0, FileChannel::lock);
            return Stream.of(
                            Stream.of(JavaCommand.java()),
                            ServiceCatalogue.jvm(service).stream(),
                            Stream.of(image.option(), "-jar", image.jar().toString()))
                    .flatMap(words -> words)
                    .toList();
        } catch (IOException e) {
            throw new StartException("The image of %s cannot be made: %s".formatted(service, e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("Interrupted while the image of %s was made".formatted(service), e);
        }
    }

    private static ServiceImage make(Path home, String service, int niceness, Locking locking)
            throws IOException, InterruptedException {
        var image = ServiceImage.beside(ServiceCatalogue.jar(home, service));
        var lock = image.directory().resolveSibling("image.lock");
        try (var file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = locking.lock(file)) {
            if (held != null && !image.isCurrent()) {
                image.make(ServiceCatalogue.jvm(service), niceness);
            }
        }
        return image;
    }

    private interface Locking {
        @Nullable
        FileLock lock(FileChannel file) throws IOException;
    }
}
