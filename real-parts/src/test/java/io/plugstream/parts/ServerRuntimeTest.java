package io.plugstream.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ServerRuntimeTest {

    @Test
    void configuredRuntimeIsUsedWithoutAskingDocker() {
        assertThat(ServerRuntime.chosen("containers", "image", ServerRuntimeTest::nobodyAsks))
                .isEqualTo(ServerRuntime.CONTAINER);
        assertThat(ServerRuntime.chosen("processes", "image", ServerRuntimeTest::nobodyAsks))
                .isEqualTo(ServerRuntime.PROCESS);
        assertThatThrownBy(() -> ServerRuntime.chosen("container", "image", ServerRuntimeTest::nobodyAsks))
                .hasMessageContaining("plugstream.parts is auto, containers or processes, not container");
    }

    @Test
    void defaultIsContainersUnlessDockerCannotBeUsed() {
        assertThat(ServerRuntime.chosen("auto", "image", Optional::empty)).isEqualTo(ServerRuntime.CONTAINER);
        assertThat(ServerRuntime.chosen("auto", "image", () -> Optional.of("no Docker")))
                .isEqualTo(ServerRuntime.PROCESS);
    }

    @Test
    void silentDockerIsNotAwaited() {
        CountDownLatch never = new CountDownLatch(1);

        assertThat(Docker.within(
                        Duration.ofMillis(50),
                        () -> {
                            never.await();
                            return true;
                        },
                        "Docker does not answer"))
                .hasValueSatisfying(why -> assertThat(why).startsWith("Docker does not answer within"));
    }

    @Test
    void failureOfDockerIsTheReason() {
        assertThat(Docker.within(
                        Duration.ofMinutes(1),
                        () -> {
                            throw new IllegalStateException("no such registry");
                        },
                        "the image cannot be had"))
                .hasValueSatisfying(why -> assertThat(why).contains("the image cannot be had", "no such registry"));
        assertThat(Docker.within(Duration.ofMinutes(1), () -> true, "nothing")).isEmpty();
        assertThat(Docker.within(Duration.ofMinutes(1), () -> false, "nothing")).hasValue("nothing");
    }

    private static Optional<String> nobodyAsks() {
        throw new AssertionError("Docker was asked");
    }
}
