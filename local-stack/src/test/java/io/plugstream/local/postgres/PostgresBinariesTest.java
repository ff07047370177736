package io.plugstream.local.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
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

    @Test
    void whatAnInterruptedStartUnpackedIsRemovedLater() throws Exception {
        PostgresBinaries.unpackedIn(cache);
        var abandoned = Files.createDirectory(cache.resolve("unpacking-1"));
        Files.writeString(Files.createDirectory(abandoned.resolve("bin")).resolve("postgres"), "half");
        Files.setLastModifiedTime(
                abandoned,
                FileTime.from(Instant.now().minus(Duration.ofHours(1)).minusSeconds(1)));
        var underWay = Files.createDirectory(cache.resolve("unpacking-2"));

        PostgresBinaries.unpackedIn(cache);

        assertThat(abandoned).doesNotExist();
        assertThat(underWay).exists();
    }

    @Test
    void aFailedUnpackingLeavesNothing() throws Exception {
        var cut = Arrays.copyOf(PostgresBinaries.archive(), 1_000_000);

        assertThatThrownBy(() -> PostgresBinaries.unpack(cut, cache, cache.resolve("postgres")))
                .isInstanceOf(IOException.class);

        assertThat(cache).isEmptyDirectory();
    }

    @Test
    void aRelativePathOfCachesIsIgnored() {
        var usual = Path.of(System.getProperty("user.home"), ".cache", "plugstream");
        assertThat(PostgresBinaries.cache(null)).isEqualTo(usual);
        assertThat(PostgresBinaries.cache("")).isEqualTo(usual);
        assertThat(PostgresBinaries.cache("caches")).isEqualTo(usual);
        assertThat(PostgresBinaries.cache("/caches")).isEqualTo(Path.of("/caches/plugstream"));
    }
}
