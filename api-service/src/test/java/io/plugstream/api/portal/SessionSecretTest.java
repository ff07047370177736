package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionSecretTest {

    private final SessionSecret secret = SessionSecret.generate(new SecureRandom());

    @Test
    void secretIsRecognisedByItsHash() {
        SessionSecret shown = SessionSecret.parse(secret.text()).orElseThrow();
        assertThat(shown.hash()).isEqualTo(secret.hash()).hasSize(64).doesNotContain(secret.text());
        assertThat(SessionSecret.generate(new SecureRandom()).hash()).isNotEqualTo(secret.hash());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "' OR 1=1 --", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "\u0000"})
    void malformedSecretCausesNoQuery(String shown) {
        assertThat(SessionSecret.parse(shown)).isEmpty();
    }

    @Test
    void secretIsNotShown() {
        assertThat(secret.toString()).doesNotContain(secret.text());
    }
}
