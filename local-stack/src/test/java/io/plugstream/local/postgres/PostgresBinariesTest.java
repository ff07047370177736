package io.plugstream.local.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresBinariesTest {
    private static final int RUNS = 3;

    @TempDir
    Path cache;

    @Test
    void severalRunsUnpackConcurrently() throws Exception {
        try (var executor = Executors.newFixedThreadPool(RUNS)) {
            List<Future<PostgresBinaries>> unpacking = new ArrayList<>();
            for (int run = 0; run < RUNS; run++) {
                unpacking.add(executor.submit(() -> PostgresBinaries.unpackedIn(cache)));
            }
            for (var binaries : unpacking) {
                assertThat(binaries.get().program("postgres")).isExecutable();
            }
        }
        try (var left = Files.list(cache)) {
            assertThat(left).hasSize(1);
        }
    }
}
