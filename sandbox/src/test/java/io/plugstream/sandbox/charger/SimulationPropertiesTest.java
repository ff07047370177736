package io.plugstream.sandbox.charger;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

class SimulationPropertiesTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner().withUserConfiguration(Bound.class);

    @Test
    void defaults() {
        runner.run(context -> assertThat(context.getBean(SimulationProperties.class))
                .isEqualTo(new SimulationProperties(
                        URI.create("ws://localhost:8081/ocpp"), 1_000, Duration.ofHours(1), Duration.ofSeconds(30))));
    }

    @Test
    void everySettingHasItsName() {
        runner.withPropertyValues(
                        "plugstream.simulation.gateway=wss://gateway/ocpp",
                        "plugstream.simulation.most-chargers=5",
                        "plugstream.simulation.sleep-after=10m",
                        "plugstream.simulation.order-life=5s")
                .run(context -> assertThat(context.getBean(SimulationProperties.class))
                        .isEqualTo(new SimulationProperties(
                                URI.create("wss://gateway/ocpp"), 5, Duration.ofMinutes(10), Duration.ofSeconds(5))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gateway=http://gateway", "most-chargers=-1", "sleep-after=0s", "order-life=-1s", "unknown=1"})
    void invalidSettingsAreRefused(String setting) {
        runner.withPropertyValues("plugstream.simulation." + setting)
                .run(context -> assertThat(context).hasFailed());
    }

    @Configuration
    @EnableConfigurationProperties(SimulationProperties.class)
    static class Bound {}
}
