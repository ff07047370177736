package io.plugstream.plug.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProgressFileTest {

    /** The messages of Java's exceptions often consist of the file's name. */
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new AccessDeniedException("/state/plugstream"), "permission denied"),
                Arguments.of(new NoSuchFileException("/state/plugstream"), "no such file or directory"),
                Arguments.of(new FileSystemException("/state", null, "Not a directory"), "Not a directory"),
                Arguments.of(new IOException("No space left on device"), "No space left on device"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureToKeepThePositionHasAReason(IOException cause, String reason) {
        assertThat(ProgressFile.unkept(Path.of("/state/plugstream"), cause))
                .hasMessage("The position cannot be kept in /state/plugstream: " + reason);
    }

    @Test
    void aRelativePathOfStatesIsIgnored() {
        var usual = Path.of("/home/ada/.local/state/plugstream");
        assertThat(ProgressFile.directory(Map.of(), "/home/ada")).isEqualTo(usual);
        assertThat(ProgressFile.directory(Map.of("XDG_STATE_HOME", "states"), "/home/ada"))
                .isEqualTo(usual);
        assertThat(ProgressFile.directory(Map.of("XDG_STATE_HOME", "/states"), "/home/ada"))
                .isEqualTo(Path.of("/states/plugstream"));
    }
}
