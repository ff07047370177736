package io.plugstream.local.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.local.process.PrivateFiles;
import io.plugstream.local.process.StartException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    /** More than a pipe holds: the rest is written after the program has ended. */
    private static final int MUCH = 1_000_000;

    @Test
    void aProgramThatEndsBeforeItHasReadItsInputIsReportedWithItsLog(@TempDir Path directory) throws Exception {
        var binaries = new PostgresBinaries(directory.resolve("binaries"));
        PrivateFiles.writeScript(binaries.program("initdb"), """
                #!/bin/sh
                echo 'there is no space left'
                exit 1
                """);
        var data = new DataDirectory(directory, directory.resolve("log"), binaries, ServerAccount.CURRENT);

        assertThatThrownBy(() -> data.prepare("name", "p".repeat(MUCH)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("PostgreSQL could not create its data directory")
                .hasMessageContaining("there is no space left");
    }
}
