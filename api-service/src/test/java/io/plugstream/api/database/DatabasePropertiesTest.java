package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class DatabasePropertiesTest {

    @Test
    void defaultsAreTheDocumentedOnes() {
        assertThat(new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("plugstream.database", DatabaseProperties.class))
                .isEqualTo(new DatabaseProperties(Duration.ofMillis(1_900)));
    }
}
