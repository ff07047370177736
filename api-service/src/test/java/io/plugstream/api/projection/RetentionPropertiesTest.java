package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RetentionPropertiesTest {

    @Test
    void defaults() {
        assertThat(bound(Map.of()))
                .isEqualTo(new RetentionProperties(
                        Duration.ofDays(400),
                        Duration.ofDays(400),
                        Duration.ofDays(14),
                        Duration.ofMinutes(10),
                        1_000));
    }

    @Test
    void names() {
        assertThat(bound(Map.of(
                        "plugstream.retention.usage", "31d",
                        "plugstream.retention.transactions", "90d",
                        "plugstream.retention.deleted-chargers", "20d",
                        "plugstream.retention.every", "1h",
                        "plugstream.retention.batch", "7")))
                .isEqualTo(new RetentionProperties(
                        Duration.ofDays(31), Duration.ofDays(90), Duration.ofDays(20), Duration.ofHours(1), 7));
    }

    private static RetentionProperties bound(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("plugstream.retention", RetentionProperties.class);
    }
}
