package io.plugstream.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.api.access.CorsProperties;
import io.plugstream.api.access.IdentityProperties;
import io.plugstream.api.access.PortalProperties;
import io.plugstream.api.command.CommandProperties;
import io.plugstream.api.log.LogProperties;
import io.plugstream.api.quota.QuotaProperties;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class PropertiesTest {

    @Test
    void defaultsAreTheDocumentedOnes() {
        assertThat(bind("plugstream.quota", QuotaProperties.class, Map.of()))
                .isEqualTo(
                        new QuotaProperties(Duration.ofSeconds(2), Duration.ofMillis(250), Duration.ofMillis(1_500)));
        assertThat(bind("plugstream.commands", CommandProperties.class, Map.of()))
                .isEqualTo(new CommandProperties(Duration.ofSeconds(10), Duration.ofSeconds(6), Duration.ofDays(30)));
        assertThat(bind("plugstream.log", LogProperties.class, Map.of()))
                .isEqualTo(new LogProperties(Duration.ofSeconds(2)));
        assertThat(bind("plugstream.cors", CorsProperties.class, Map.of()))
                .isEqualTo(new CorsProperties(List.of(), Duration.ofMinutes(10)));
        assertThat(bind("plugstream.portal", PortalProperties.class, Map.of()))
                .isEqualTo(new PortalProperties(
                        null,
                        null,
                        List.of("openid", "profile"),
                        Duration.ofHours(8),
                        Duration.ofHours(1),
                        600,
                        Duration.ofMinutes(10)));
        assertThat(bind(
                        "plugstream.identity",
                        IdentityProperties.class,
                        Map.of("plugstream.identity.issuer", "https://id.example")))
                .isEqualTo(new IdentityProperties(
                        URI.create("https://id.example"), "plugstream", "org_id", "roles", "operator", false));
    }

    @Test
    void keysAreNotFetchedUnencryptedFromAnotherMachine() {
        assertThat(identity("https://id.example", false).isIssuerSafe()).isTrue();
        assertThat(identity("http://localhost:8090", false).isIssuerSafe()).isTrue();
        assertThat(identity("http://id.example", true).isIssuerSafe()).isTrue();
        assertThat(identity("http://id.example", false).isIssuerSafe()).isFalse();
        assertThat(identity("http://localhost.example", false).isIssuerSafe()).isFalse();
        assertThat(identity("ftp://localhost", false).isIssuerSafe()).isFalse();
    }

    private static IdentityProperties identity(String issuer, boolean allowHttp) {
        return new IdentityProperties(URI.create(issuer), "plugstream", "org_id", "roles", "operator", allowHttp);
    }

    @Test
    void invalidSettingsAreRefused() {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() ->
                        bind("plugstream.quota", QuotaProperties.class, Map.of("plugstream.quota.patience", "soon")));
    }

    /** Otherwise calls would never wait for their decision, or would not be admitted while a part is unavailable. */
    @Test
    void settingsThatSwitchExactMeteringOffAreRefused() {
        try (ValidatorFactory validators = Validation.buildDefaultValidatorFactory()) {
            Function<Map<String, String>, List<String>> faults = values ->
                    validators.getValidator().validate(bind("plugstream.quota", QuotaProperties.class, values)).stream()
                            .map(fault -> fault.getPropertyPath().toString())
                            .toList();
            assertThat(faults.apply(Map.of())).isEmpty();
            assertThat(faults.apply(Map.of("plugstream.quota.silence", "0"))).containsExactly("silence");
            assertThat(faults.apply(Map.of("plugstream.quota.partial-silence", "2s")))
                    .containsExactly("partialSilenceShort");
        }
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate(prefix, type);
    }
}
