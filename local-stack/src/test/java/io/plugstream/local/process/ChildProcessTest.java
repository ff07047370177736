package io.plugstream.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
    @TempDir
    Path directory;

    @Test
    void endsWhenTheJvmThatStartedItIsKilled() throws Exception {
        var parent = new ProcessBuilder(JavaCommand.ofMain(
                        directory.resolve("arguments"),
                        List.of("-Xmx32m"),
                        Parent.class,
                        List.of(directory.resolve("log").toString())))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var child = ProcessHandle.of(Long.parseLong(parent.inputReader().readLine()))
                .orElseThrow();
        assertThat(child.isAlive()).isTrue();
        parent.destroyForcibly().waitFor();
        await().atMost(Duration.ofSeconds(20)).until(() -> !child.isAlive());
    }

    @Test
    void isKilledWhenItIgnoresItsSignal() {
        var deaf = ChildProcess.start(
                directory.resolve("log"),
                Map.of(),
                StopSignal.TERM,
                List.of("sh", "-c", "trap '' TERM; echo deaf; while :; do sleep 0.1; done"));
        await().atMost(Duration.ofSeconds(10))
                .until(() -> Files.readString(deaf.log()).contains("deaf"));
        deaf.stop(Duration.ofMillis(300));
        assertThat(deaf.isAlive()).isFalse();
        assertThat(deaf.process().exitValue()).isEqualTo(128 + 9);
    }

    @Test
    void isStoppedByItsSignal() {
        var child = ChildProcess.start(
                directory.resolve("log"),
                Map.of(),
                StopSignal.INT,
                // Perl, because a shell cannot trap a signal that its parent made it ignore.
                List.of(
                        "perl",
                        "-e",
                        "$|=1; $SIG{INT}=sub{print qq(interrupted\n); exit 7}; print qq(up\n); sleep 1 while 1"));
        await().atMost(Duration.ofSeconds(10))
                .until(() -> Files.readString(child.log()).contains("up"));
        child.stop(Duration.ofSeconds(10));
        assertThat(child.process().exitValue()).isEqualTo(7);
        assertThat(LogTail.of(child.log(), 1)).isEqualTo("  | interrupted");
    }

    @Test
    void reportsThatItsLogCannotBeWritten() {
        assertThatThrownBy(() -> ChildProcess.start(
                        directory.resolve("no/such/log"), Map.of(), StopSignal.TERM, List.of("true")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Cannot start true")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void reportsWhyItEndedWhileItWasStarting() {
        var broken = ChildProcess.start(
                directory.resolve("log"), Map.of(), StopSignal.TERM, List.of("sh", "-c", "echo no room; exit 3"));
        assertThatThrownBy(() -> broken.awaitStart("The child", Duration.ofSeconds(60), () -> false))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The child ended with exit code 3 while starting")
                .hasMessageContaining("| no room");
    }

    @Test
    void isStoppedWhenItDoesNotAnswerInTime() {
        var silent = ChildProcess.start(directory.resolve("log"), Map.of(), StopSignal.TERM, List.of("sleep", "600"));
        assertThatThrownBy(() -> silent.awaitStart("The child", Duration.ofSeconds(1), () -> false))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The child did not answer within 1 s");
        assertThat(silent.isAlive()).isFalse();
    }

    /** Starts a child, prints its process id and waits. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] arguments) throws InterruptedException {
            var child = ChildProcess.start(Path.of(arguments[0]), Map.of(), StopSignal.TERM, List.of("sleep", "600"));
            System.out.println(child.pid());
            new CountDownLatch(1).await();
        }
    }
}
