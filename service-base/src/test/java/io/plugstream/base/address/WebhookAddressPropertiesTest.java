package io.plugstream.base.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class WebhookAddressPropertiesTest {

    @Test
    void onlyPublicAddressesOverHttpsByDefault() {
        assertThat(bind(Map.of())).isEqualTo(new WebhookAddressProperties(false, false));
    }

    @Test
    void namesAreStable() {
        assertThat(bind(Map.of(
                        "plugstream.webhook-address.allow-http", "true",
                        "plugstream.webhook-address.allow-loopback", "true")))
                .isEqualTo(new WebhookAddressProperties(true, true));
    }

    private static WebhookAddressProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("plugstream.webhook-address", WebhookAddressProperties.class);
    }
}
