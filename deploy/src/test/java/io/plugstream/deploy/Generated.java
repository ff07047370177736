package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that are made of others and kept beside them. {@code -Dplugstream.docs.write} makes them anew. */
final class Generated {

    private static final boolean WRITE = System.getProperty("plugstream.docs.write") != null;

    private Generated() {}

    /** Fails if {@code file} is not what it would be if it were made now. */
    static void check(Path file, String content) throws IOException {
        if (WRITE) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, content);
        }
        assertThat(file).as("Run this test with -Dplugstream.docs.write").hasContent(content);
    }
}
