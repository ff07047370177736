package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Configuration;

class TopicPropertiesTest {

    @Test
    void defaults() {
        assertThat(bind(Map.of())).isEqualTo(new TopicProperties(Duration.ofSeconds(60), true, true, null));
    }

    @Test
    void namesAreStable() {
        assertThat(bind(Map.of(
                        "plugstream.kafka.wait-at-start", "5s",
                        "plugstream.kafka.create-topics", "false",
                        "plugstream.kafka.check-topics", "false",
                        "plugstream.kafka.replicas", "2")))
                .isEqualTo(new TopicProperties(Duration.ofSeconds(5), false, false, 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plugstream.kafka.wait-at-start=0s",
                "plugstream.kafka.replicas=0",
                "plugstream.kafka.create-topic=true"
            })
    void invalidSettingsStopTheStart(String property) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
                .withUserConfiguration(Bound.class)
                .withPropertyValues(property)
                .run(context -> assertThat(context).hasFailed());
    }

    private static TopicProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("plugstream.kafka", TopicProperties.class);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(TopicProperties.class)
    static class Bound {}
}
