package io.plugstream.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.local.process.JavaCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessSignalsTest {

    private static final int THREADS = 8;

    /** More threads than processors: the one that takes the signal has to wait for its turn. */
    @Test
    void pausedProcessDoesNothingMore(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("counts");
        Process process = new ProcessBuilder(JavaCommand.ofMain(
                        directory.resolve("arguments"), List.of(), Counting.class, List.of(file.toString())))
                .inheritIO()
                .start();
        try {
            await().until(() -> file.toFile().length() == THREADS * Long.BYTES);
            ByteBuffer counts = map(file);
            for (int i = 0; i < 50; i++) {
                long before = sum(counts);
                await().pollInterval(Duration.ofMillis(1)).until(() -> sum(counts) > before);

                ProcessSignals.pause(process.toHandle());
                long paused = sum(counts);
                ProcessSignals.pause(process.toHandle());

                assertThat(sum(counts)).isEqualTo(paused);
                ProcessSignals.resume(process.toHandle());
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static ByteBuffer map(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(MapMode.READ_WRITE, 0, THREADS * Long.BYTES);
        }
    }

    private static long sum(ByteBuffer counts) {
        long sum = 0;
        for (int thread = 0; thread < THREADS; thread++) {
            sum += counts.getLong(thread * Long.BYTES);
        }
        return sum;
    }

    /** Counts in a file until it is killed. */
    static final class Counting {

        private Counting() {}

        public static void main(String[] arguments) throws IOException {
            ByteBuffer counts = map(Path.of(arguments[0]));
            for (int thread = 0; thread < THREADS; thread++) {
                int index = thread * Long.BYTES;
                Thread.ofPlatform().start(() -> {
                    while (true) {
                        counts.putLong(index, counts.getLong(index) + 1);
                    }
                });
            }
        }
    }
}
