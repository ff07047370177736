package io.plugstream.base.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.base.StartRefusedException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class WebhookAddressPropertiesTest {

    @Test
    void onlyPublicAddressesOverHttpsByDefault() {
        assertThat(bind(Map.of())).isEqualTo(new WebhookAddressProperties(false, false, List.of()));
    }

    @Test
    void namesAreStable() {
        assertThat(bind(Map.of(
                        "plugstream.webhook-address.allow-http", "true",
                        "plugstream.webhook-address.allow-loopback", "true",
                        "plugstream.webhook-address.blocked", "2600:1f00::/24, 198.18.0.1")))
                .isEqualTo(new WebhookAddressProperties(true, true, List.of("2600:1f00::/24", "198.18.0.1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2600:1f00::/129", "nodes", "1.2.3.*", "1.2.3", "198.18", "198.18/16", "7", ""})
    void aRangeThatIsNoneRefusesTheStart(String range) {
        WebhookAddressProperties properties = new WebhookAddressProperties(false, false, List.of(range));

        assertThatThrownBy(properties::rules)
                .isInstanceOf(StartRefusedException.class)
                .hasMessage("plugstream.webhook-address.blocked: not an address or CIDR range: " + range);
    }

    private static WebhookAddressProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("plugstream.webhook-address", WebhookAddressProperties.class);
    }
}
