package io.plugstream.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.local.ImageMaker;
import io.plugstream.local.kafka.KafkaBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Here the local stack is packaged, so its brokers have an image (ADR 94). */
class BrokerImageIT {

    @TempDir
    Path directory;

    @Test
    void aBrokerStartsFromItsImage() throws Exception {
        ImageMaker.makeBroker();
        try (KafkaBroker broker = KafkaBroker.start(directory, 0)) {
            assertThat(broker.process().info().arguments().orElseThrow())
                    .anyMatch(argument -> argument.startsWith("-XX:AOTCache="));
        }
        assertThat(Files.readString(directory.resolve("broker.log"))).doesNotContainIgnoringCase("aot");
    }
}
