package io.plugstream.parts;

import com.github.dockerjava.api.exception.NotFoundException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.utility.DockerImageName;

/** Whether containers are available on this machine. */
final class Docker {

    /** Testcontainers may pull its own small image in this time. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private static final Duration PULL = Duration.ofMinutes(5);

    private Docker() {}

    /** The reason why no container of {@code image} can run, if any. May pull the image. */
    static Optional<String> whyUnavailable(String image) {
        return Engine.WHY_UNAVAILABLE.or(() -> within(PULL, () -> has(image), "the image cannot be pulled"));
    }

    /** Asked once per JVM. */
    private static final class Engine {
        static final Optional<String> WHY_UNAVAILABLE = within(ANSWER, Docker::isThere, "Docker does not answer");
    }

    private static boolean isThere() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    private static boolean has(String image) {
        try {
            DockerClientFactory.instance().client().inspectImageCmd(image).exec();
            return true;
        } catch (NotFoundException e) {
            return !new RemoteDockerImage(DockerImageName.parse(image)).get().isEmpty();
        }
    }

    /** A half-working Docker may never answer, and a thread that waits for it may ignore interrupts. */
    static Optional<String> within(Duration limit, Callable<Boolean> question, String otherwise) {
        FutureTask<Boolean> answer = new FutureTask<>(question);
        Thread.ofPlatform().daemon().start(answer);
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS) ? Optional.empty() : Optional.of(otherwise);
        } catch (TimeoutException e) {
            return Optional.of("%s within %d s".formatted(otherwise, limit.toSeconds()));
        } catch (ExecutionException e) {
            return Optional.of("%s: %s".formatted(otherwise, e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
