package io.plugstream.local.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.local.process.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerClusterTest {

    @Test
    void anIncompleteDescriptionOfTheBrokersIsReported(@TempDir Path directory) throws Exception {
        var file = Files.createFile(directory.resolve("cluster.properties"));

        assertThatThrownBy(() -> BrokerCluster.start(directory, List.of(1, 2, 3)))
                .isInstanceOf(StartException.class)
                .hasMessage(file + " is incomplete: delete the data with --fresh");
    }
}
