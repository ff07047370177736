package io.plugstream.local;

import io.plugstream.local.kafka.BrokerImage;
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
 * Makes the images of the services and of brokers, which halve the cost of their next starts. File locks ensure that
 * each build's image is made once (ADR 94).
 */
public final class ImageMaker {
    private final Path home;
    private final int niceness;
    private final Consumer<String> say;
    private final Thread thread = new Thread(this::makeAll, "images");

    /**
     * Creates a maker; {@link #start} starts it.
     *
     * @param home the project's directory, whose modules have been packaged
     * @param niceness of the processes that make the images, 0 to 19, see nice(1)
     * @param say receives a message for each failure
     */
    public ImageMaker(Path home, int niceness, Consumer<String> say) {
        this.home = home.toAbsolutePath();
        this.niceness = niceness;
        this.say = say;
    }

    /** Starts making outdated images in the background. */
    public void start() {
        thread.start();
    }

    /** Abandons unfinished images; the next run makes them again. */
    public void stop() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    /** Waits until every image is made or has failed. */
    public void join() throws InterruptedException {
        thread.join();
    }

    /** The first pass skips images that another process is making; the second waits for them. */
    private void makeAll() {
        for (var locking : List.<Locking>of(FileChannel::tryLock, FileChannel::lock)) {
            for (var service : ServiceCatalogue.NAMES) {
                if (!make(service, () -> make(ServiceImage.of(home, service), service, niceness, locking))) {
                    return;
                }
            }
            if (!make("Kafka", () -> makeBroker(niceness, locking))) {
                return;
            }
        }
    }

    /** Returns false if this thread was interrupted. */
    private boolean make(String name, Making making) {
        try {
            making.make();
        } catch (InterruptedException | ClosedByInterruptException | FileLockInterruptionException e) {
            return false;
        } catch (StartException | IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            say.accept("%s still starts without an image: %s".formatted(name, e.getMessage()));
        }
        return true;
    }

    private interface Making {
        void make() throws IOException, InterruptedException;
    }

    /**
     * Makes the image of brokers if it is outdated, and if this program runs from the packaged local stack; concurrent
     * callers wait.
     *
     * @throws StartException if it cannot be made
     */
    public static synchronized void makeBroker() {
        demand("Kafka", () -> makeBroker(0, FileChannel::lock));
    }

    /**
     * Returns the command that starts a service from its image, with the JVM options of a local run. Makes the image
     * first if it is outdated; concurrent callers wait.
     *
     * @param home see {@link #ImageMaker}
     * @throws StartException if there is no jar, or its image cannot be made
     */
    public static synchronized List<String> command(Path home, String service) {
        var image = ServiceImage.of(home.toAbsolutePath().normalize(), service);
        demand(service, () -> make(image, service, 0, FileChannel::lock));
        return Stream.of(
                        Stream.of(JavaCommand.java()),
                        ServiceCatalogue.jvm(service).stream(),
                        image.options().stream(),
                        Stream.of("-jar", image.jar().toString()))
                .flatMap(words -> words)
                .toList();
    }

    private static void demand(String name, Making making) {
        try {
            making.make();
        } catch (IOException e) {
            throw new StartException("The image of %s cannot be made: %s".formatted(name, e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("Interrupted while the image of %s was made".formatted(name), e);
        }
    }

    private static void make(ServiceImage image, String service, int niceness, Locking locking)
            throws IOException, InterruptedException {
        locked(image.directory().resolveSibling("image.lock"), locking, () -> {
            if (!image.isCurrent()) {
                image.make(ServiceCatalogue.jvm(service), niceness);
            }
        });
    }

    private static void makeBroker(int niceness, Locking locking) throws IOException, InterruptedException {
        var image = BrokerImage.ofPackaged();
        if (image.isPresent()) {
            locked(image.get().lock(), locking, () -> {
                if (!image.get().isCurrent()) {
                    image.get().make(niceness);
                }
            });
        }
    }

    private static void locked(Path lock, Locking locking, Making making) throws IOException, InterruptedException {
        try (var file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = locking.lock(file)) {
            if (held != null) {
                making.make();
            }
        }
    }

    private interface Locking {
        @Nullable
        FileLock lock(FileChannel file) throws IOException;
    }
}
