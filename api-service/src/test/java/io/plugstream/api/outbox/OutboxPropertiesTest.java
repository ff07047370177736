package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class OutboxPropertiesTest {

    @Test
    void defaults() {
        assertThat(bound(Map.of()))
                .isEqualTo(new OutboxProperties(
                        Duration.ofSeconds(1), Duration.ofSeconds(10), 1_000, Duration.ofDays(1), false));
    }

    @Test
    void names() {
        assertThat(bound(Map.of(
                        "plugstream.outbox.poll", "2s",
                        "plugstream.outbox.lease", "5s",
                        "plugstream.outbox.compare-at-once", "8",
                        "plugstream.outbox.renew", "3h",
                        "plugstream.outbox.withdraw-all", "true")))
                .isEqualTo(new OutboxProperties(
                        Duration.ofSeconds(2), Duration.ofSeconds(5), 8, Duration.ofHours(3), true));
    }

    private static OutboxProperties bound(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("plugstream.outbox", OutboxProperties.class);
    }
}
