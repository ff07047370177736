package io.plugstream.local.kafka;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.local.process.StartException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaBrokerTest {

    /** Kafka would take such a path for two, and keep part of the data in the working directory. */
    @Test
    void noDataIsKeptBelowAPathWithAComma(@TempDir Path directory) {
        assertThatExceptionOfType(StartException.class)
                .isThrownBy(() -> KafkaBroker.start(directory.resolve("old, new"), 0))
                .withMessageContaining("comma");
    }
}
