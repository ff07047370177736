package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class HttpPropertiesTest {

    @Test
    void defaultsAreTheDocumentedOnes() {
        assertThat(new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("plugstream.http", HttpProperties.class))
                .isEqualTo(new HttpProperties(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60)));
    }
}
