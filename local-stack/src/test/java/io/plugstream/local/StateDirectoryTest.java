package io.plugstream.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.local.process.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
    @TempDir
    Path parent;

    @Test
    void isHeldByOneRunAtATime() {
        var first = StateDirectory.hold(parent.resolve("state"));
        assertThatThrownBy(() -> StateDirectory.hold(parent.resolve("state")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("already running");
        first.close();
        StateDirectory.hold(parent.resolve("state")).close();
    }

    /** The superuser may write to /proc, but nothing can be created there. */
    @Test
    void saysWhyItCannotBeUsed() {
        assertThatThrownBy(() -> StateDirectory.hold(Path.of("/proc/plugstream")))
                .isInstanceOf(StartException.class)
                .hasMessageMatching(
                        "State cannot be kept in /proc/plugstream: (permission denied|no such file or directory)");
    }

    @Test
    void onlyItsOwnerHasAccess() throws Exception {
        try (var state = StateDirectory.hold(parent.resolve("state"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state.path())))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void wipingLeavesOnlyTheLock() throws Exception {
        try (var state = StateDirectory.hold(parent.resolve("state"))) {
            Files.createDirectories(state.path().resolve("kafka/data"));
            Files.writeString(state.path().resolve("kafka/data/log"), "old");
            Files.writeString(state.path().resolve("demo.json"), "{}");
            state.wipe();
            assertThat(state.path()).isDirectoryNotContaining(file -> !file.endsWith("lock"));
            assertThatThrownBy(() -> StateDirectory.hold(parent.resolve("state")))
                    .isInstanceOf(StartException.class);
        }
    }

    @Test
    void wipingRemovesAFileWhoseWriteACrashEnded() throws Exception {
        try (var state = StateDirectory.hold(parent.resolve("state"))) {
            Files.createTempFile(state.path(), ".", ".new");
            state.wipe();
            assertThat(state.path()).isDirectoryNotContaining(file -> !file.endsWith("lock"));
        }
    }

    @Test
    void directoryWithOtherFilesIsNotWiped() throws Exception {
        Files.writeString(parent.resolve("thesis.tex"), "precious");
        Files.createDirectories(parent.resolve("logs"));
        try (var state = StateDirectory.hold(parent)) {
            assertThatThrownBy(state::wipe).isInstanceOf(StartException.class).hasMessageContaining("thesis.tex");
            assertThat(parent.resolve("logs")).exists();
        }
    }
}
