package io.plugstream.base.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class SecretKeyPropertiesTest {

    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
    private static final String SHORT = Base64.getEncoder().encodeToString(new byte[16]);

    @Test
    void oneValueHoldsSeveralKeys() {
        SecretKeyProperties properties = bind("2026:" + KEY + ",2025:" + KEY);

        assertThat(properties.keys()).containsExactly("2026:" + KEY, "2025:" + KEY);
        assertThat(properties.cipher().isCurrent("enc:v1:2026:")).isTrue();
        assertThat(properties.toString()).doesNotContain(KEY);
    }

    @Test
    void aMissingKeyStopsTheStart() {
        assertRefused(new SecretKeyProperties(null));
        assertRefused(new SecretKeyProperties(List.of()));
        assertRefused(bind(""));
    }

    @Test
    void anInvalidKeyIsRefusedWithoutBeingQuoted() {
        for (String bad : List.of("a:" + SHORT, "a:!" + KEY, KEY, ":" + KEY, "a b:" + KEY, "")) {
            assertRefused(new SecretKeyProperties(List.of("good:" + KEY, bad)));
        }
        assertRefused(bind("a:" + KEY + ",a:" + KEY));
    }

    private static void assertRefused(SecretKeyProperties properties) {
        assertThatThrownBy(properties::cipher)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("plugstream.secrets.keys")
                .hasNoCause()
                .extracting(Throwable::getMessage)
                .asString()
                .doesNotContain(KEY)
                .doesNotContain(SHORT);
    }

    private static SecretKeyProperties bind(@Nullable String keys) {
        return new Binder(new MapConfigurationPropertySource(
                        keys == null ? Map.of() : Map.of("plugstream.secrets.keys", keys)))
                .bindOrCreate("plugstream.secrets", SecretKeyProperties.class);
    }
}
