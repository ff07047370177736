package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.oauth2.sdk.id.State;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignInAttemptTest {

    private final SignInAttempt attempt = SignInAttempt.begin(ReturnPath.of("/portal/live/keys"));

    @Test
    void attemptIsReadFromItsCookie() {
        assertThat(SignInAttempt.parse(attempt.kept())).contains(attempt);
    }

    @Test
    void eachAttemptHasNewSecrets() {
        SignInAttempt other = SignInAttempt.begin(attempt.to());
        assertThat(other.state()).isNotEqualTo(attempt.state());
        assertThat(other.nonce()).isNotEqualTo(attempt.nonce());
        assertThat(other.verifier()).isNotEqualTo(attempt.verifier());
    }

    @Test
    void onlyItsOwnStateMatches() {
        assertThat(attempt.isAnsweredBy(new State(attempt.state().getValue()))).isTrue();
        assertThat(attempt.isAnsweredBy(new State())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "...", "a.b.c.d", "null"})
    void malformedCookieIsRefused(String kept) {
        assertThat(SignInAttempt.parse(kept)).isEmpty();
        assertThat(SignInAttempt.parse(attempt.kept() + kept + "!")).isEmpty();
    }

    @Test
    void manipulatedPathInTheCookieIsRefused() {
        String kept = attempt.kept().substring(0, attempt.kept().lastIndexOf('.') + 1)
                + Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString("https://evil.example".getBytes(StandardCharsets.UTF_8));
        assertThat(SignInAttempt.parse(kept).orElseThrow().to()).isEqualTo(ReturnPath.START);
    }

    @Test
    void secretsAreNotShown() {
        assertThat(attempt.toString())
                .doesNotContain(
                        attempt.state().getValue(),
                        attempt.nonce().getValue(),
                        attempt.verifier().getValue());
    }
}
