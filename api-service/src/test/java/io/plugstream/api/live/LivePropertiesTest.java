package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class LivePropertiesTest {

    @Test
    void defaultsAreTheDocumentedOnes() {
        assertThat(new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("plugstream.live", LiveProperties.class))
                .isEqualTo(
                        new LiveProperties(Duration.ofSeconds(15), 1_024, 8, 200, 2_000, 20, 2, Duration.ofSeconds(6)));
    }
}
