package io.plugstream.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class IdempotencyPropertiesTest {

    @Test
    void defaultsAreTheDocumentedOnes() {
        assertThat(new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("plugstream.idempotency", IdempotencyProperties.class))
                .isEqualTo(new IdempotencyProperties(
                        Duration.ofHours(24), Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(5)));
    }
}
