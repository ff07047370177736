package io.plugstream.local;

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
                    make(service, locking);
                } catch (InterruptedException | ClosedByInterruptException | FileLockInterruptionException e) {
                    return;
                } catch (StartException | IOException e) {
                    say.accept("%s goes on starting from its jar: %s".formatted(service, e.getMessage()));
                }
            }
        }
    }

    private void make(String service, Locking locking) throws IOException, InterruptedException {
        var image = ServiceImage.beside(ServiceCatalogue.jar(home, service));
        var lock = image.directory().resolveSibling("image.lock");
        try (var file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = locking.lock(file)) {
            if (held != null && !image.isCurrent()) {
                image.make(ServiceCatalogue.jvm(service), niceness);
            }
        }
    }

    private interface Locking {
        @Nullable
        FileLock lock(FileChannel file) throws IOException;
    }
}
