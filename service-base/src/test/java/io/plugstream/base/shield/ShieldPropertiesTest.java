package io.plugstream.base.shield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ShieldPropertiesTest {

    @Test
    void sixtyFailuresAndNoProxyByDefault() {
        assertThat(bind(Map.of())).isEqualTo(new ShieldProperties(60, List.of()));
    }

    @Test
    void namesAreStable() {
        assertThat(bind(Map.of(
                        "plugstream.shield.failures-per-minute", "3",
                        "plugstream.shield.trusted-proxies", "10.0.0.0/8,::1")))
                .isEqualTo(new ShieldProperties(3, List.of("10.0.0.0/8", "::1")));
        assertThat(bind(Map.of("plugstream.shield.trusted-proxies", "")))
                .as("as an empty variable gives it")
                .isEqualTo(new ShieldProperties(60, List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plugstream.shield.failures-per-minute=0",
                "plugstream.shield.trusted-proxy=10.0.0.1",
                "plugstream.shield.trusted-proxies=10.0.0.0/8,proxy.example"
            })
    void nonsenseStopsTheStart(String property) {
        new ApplicationContextRunner()
                .withUserConfiguration(ShieldConfiguration.class)
                .withPropertyValues(property)
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void aProxyThatIsNoAddressIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientAddress(new ShieldProperties(60, List.of("proxy.example"))))
                .withMessageContaining("plugstream.shield.trusted-proxies")
                .withMessageContaining("proxy.example");
    }

    private static ShieldProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("plugstream.shield", ShieldProperties.class);
    }
}
