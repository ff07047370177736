package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ProjectionPropertiesTest {

    @Test
    void defaults() {
        assertThat(bound(Map.of())).isEqualTo(new ProjectionProperties(65_536, Duration.ofMillis(100)));
    }

    @Test
    void names() {
        assertThat(bound(Map.of("plugstream.projection.fetch-bytes", "1", "plugstream.projection.fetch-wait", "1s")))
                .isEqualTo(new ProjectionProperties(1, Duration.ofSeconds(1)));
    }

    @Test
    void consumersGetBothSettings() {
        Properties settings = new Properties();

        new ProjectionProperties(1_000, Duration.ofMillis(250)).apply(settings);

        assertThat(settings).isEqualTo(Map.of("fetch.min.bytes", "1000", "fetch.max.wait.ms", "250"));
    }

    private static ProjectionProperties bound(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("plugstream.projection", ProjectionProperties.class);
    }
}
