package io.plugstream.local.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerSettingsTest {

    @Test
    void brokersReadThePathOfTheirDataAsItIs(@TempDir Path directory) throws IOException {
        var file = directory.resolve("broker.properties");
        var path = "/home/jürgen/数据 \\ data";

        BrokerSettings.write(Map.of("log.dirs", path), file);

        assertThat(Utils.loadProps(file.toString())).containsEntry("log.dirs", path);
    }
}
