package io.plugstream.parts;

import com.github.dockerjava.api.DockerClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A server in a container, which Testcontainers removes at the latest when this JVM ends. Its host port stays the same.
 */
final class ContainerLifecycle implements Lifecycle {

    private static final Duration START = Duration.ofMinutes(2);
    private static final int TIMEOUT_SECONDS = 15;

    private final GenericContainer<?> container;
    private final Callable<Boolean> answers;

    ContainerLifecycle(
            String image,
            Map<String, String> environment,
            List<String> command,
            int outside,
            int inside,
            Callable<Boolean> answers) {
        this.answers = answers;
        this.container = new GenericContainer<>(DockerImageName.parse(image))
                .withEnv(environment)
                .withExposedPorts(inside)
                .waitingFor(new Answering());
        container.setPortBindings(List.of("127.0.0.1:%d:%d".formatted(outside, inside)));
        if (!command.isEmpty()) {
            container.withCommand(command.toArray(String[]::new));
        }
    }

    @Override
    public void start() {
        if (container.getContainerId() == null) {
            container.start();
        } else {
            docker().startContainerCmd(container.getContainerId()).exec();
            awaitAnswer();
        }
    }

    @Override
    public void stop() {
        docker().stopContainerCmd(container.getContainerId())
                .withTimeout(TIMEOUT_SECONDS)
                .exec();
    }

    @Override
    public void kill() {
        docker().killContainerCmd(container.getContainerId()).exec();
        Awaitility.await().until(() -> !container.isRunning());
    }

    @Override
    public void pause() {
        docker().pauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void resume() {
        docker().unpauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void remove() {
        container.stop();
    }

    private DockerClient docker() {
        return container.getDockerClient();
    }

    private void awaitAnswer() {
        Awaitility.await(container.getDockerImageName())
                .atMost(START)
                .pollInterval(Duration.ofMillis(100))
                .failFast(this::requireRunning)
                .until(answers);
    }

    private void requireRunning() {
        if (!container.isRunning()) {
            throw new IllegalStateException(container.getDockerImageName() + " ended:\n" + container.getLogs());
        }
    }

    /** An open port does not mean a ready server: Docker opens it before the server listens. */
    private final class Answering extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {
            awaitAnswer();
        }
    }
}
