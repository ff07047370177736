package io.plugstream.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Configuration;

class QuotaPropertiesTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
            .withUserConfiguration(Bound.class);

    @Test
    void defaults() {
        runner.run(context -> assertThat(context.getBean(QuotaProperties.class))
                .isEqualTo(new QuotaProperties(
                        Path.of("state/quota"),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(6),
                        1,
                        0,
                        10,
                        Duration.ofSeconds(15))));
    }

    @Test
    void everySettingHasItsName() {
        runner.withPropertyValues(
                        "plugstream.quota.state-directory=/data/quota",
                        "plugstream.quota.commit-interval=500ms",
                        "plugstream.quota.session-timeout=10s",
                        "plugstream.quota.threads=2",
                        "plugstream.quota.standby-replicas=1",
                        "plugstream.quota.thread-failures=3",
                        "plugstream.quota.close-timeout=5s")
                .run(context -> assertThat(context.getBean(QuotaProperties.class))
                        .isEqualTo(new QuotaProperties(
                                Path.of("/data/quota"),
                                Duration.ofMillis(500),
                                Duration.ofSeconds(10),
                                2,
                                1,
                                3,
                                Duration.ofSeconds(5))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commit-interval=10ms",
                "commit-interval=6s",
                "session-timeout=0s",
                "threads=0",
                "standby-replicas=-1",
                "thread-failures=0",
                "close-timeout=0s",
                "unknown=1"
            })
    void badSettingsAreNamedAndStopTheStart(String setting) {
        runner.withPropertyValues("plugstream.quota." + setting)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining(setting.substring(0, setting.indexOf('='))
                                .replace("commit-interval", "commitInterval")
                                .replace("session-timeout", "sessionTimeout")
                                .replace("standby-replicas", "standbyReplicas")
                                .replace("thread-failures", "threadFailures")
                                .replace("close-timeout", "closeTimeout")));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(QuotaProperties.class)
    static class Bound {}
}
