package io.plugstream.base.shield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.base.StartRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
                        "plugstream.shield.trusted-proxies", "10.1.0.0/16,::1")))
                .isEqualTo(new ShieldProperties(3, List.of("10.1.0.0/16", "::1")));
        assertThat(bind(Map.of("plugstream.shield.trusted-proxies", "")))
                .as("with an empty environment variable")
                .isEqualTo(new ShieldProperties(60, List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plugstream.shield.failures-per-minute=0",
                "plugstream.shield.trusted-proxy=10.0.0.1",
                "plugstream.shield.trusted-proxies=10.1.0.0/16,proxy.example",
                "plugstream.shield.trusted-proxies=0.0.0.0/0",
                "plugstream.shield.trusted-proxies=10.1.*.*",
                "plugstream.shield.trusted-proxies=*",
                "plugstream.shield.trusted-proxies=192.0.2.1,10.0.0.0/8",
                "plugstream.shield.trusted-proxies=fd00::/47"
            })
    void invalidSettingsStopTheStart(String property) {
        new ApplicationContextRunner()
                .withUserConfiguration(ShieldConfiguration.class)
                .withPropertyValues(property)
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void anInvalidProxyIsNamed() {
        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(() -> new ClientAddress(new ShieldProperties(60, List.of("proxy.example"))))
                .withMessageContaining("plugstream.shield.trusted-proxies")
                .withMessageContaining("proxy.example");
    }

    @Test
    void tooWideARangeIsNamed() {
        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(() -> new ClientAddress(new ShieldProperties(60, List.of("10.0.0.0/8"))))
                .withMessageContaining("plugstream.shield.trusted-proxies")
                .withMessageContaining("wider than /16")
                .withMessageContaining("10.0.0.0/8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.0.0/16", "192.0.2.7", "fd00:1:2::/48", "::1"})
    void aRangeOfAnIngressIsAccepted(String range) {
        assertThat(new ClientAddress(new ShieldProperties(60, List.of(range)))).isNotNull();
    }

    /** An operator must set the ingress controller's address. */
    @Test
    void theProductionOverlayStopsTheStartUntilItsIngressIsNamed() throws IOException {
        String settings = Files.readString(Path.of("../deploy/kubernetes/overlays/production/settings.env"));
        String standing = settings.lines()
                .filter(line -> line.startsWith("PLUGSTREAM_SHIELD_TRUSTEDPROXIES="))
                .map(line -> line.substring(line.indexOf('=') + 1))
                .findFirst()
                .orElseThrow();

        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(() -> new ClientAddress(new ShieldProperties(60, List.of(standing))))
                .withMessageContaining("plugstream.shield.trusted-proxies");
    }

    private static ShieldProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("plugstream.shield", ShieldProperties.class);
    }
}
