package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Generated files under version control. {@code -Dplugstream.docs.write} writes them again. */
final class Generated {

    private static final boolean WRITE = System.getProperty("plugstream.docs.write") != null;

    private Generated() {}

    /** Fails if {@code file} does not have the generated {@code content}. */
    static void check(Path file, String content) throws IOException {
        if (WRITE) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, content);
        }
        assertThat(file).as("Run this test with -Dplugstream.docs.write").hasContent(content);
    }
}
