package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ClaimPropertiesTest {

    @Test
    void defaults() {
        assertThat(new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("plugstream.claim", ClaimProperties.class))
                .isEqualTo(new ClaimProperties(
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        Duration.ofMinutes(15),
                        250_000));
    }
}
