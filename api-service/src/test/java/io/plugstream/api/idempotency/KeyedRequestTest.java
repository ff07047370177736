package io.plugstream.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.access.Caller;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

class KeyedRequestTest {

    private static final Caller KEY = new Caller("org", Tier.STARTER, Mode.LIVE, Caller.Credential.API_KEY, "1", false);
    private static final Caller OTHER_KEY =
            new Caller("org", Tier.GROWTH, Mode.LIVE, Caller.Credential.API_KEY, "2", false);
    private static final Caller USER =
            new Caller("org", Tier.STARTER, Mode.LIVE, Caller.Credential.ID_TOKEN, "u", false);

    @Test
    void theSameRequestHasTheSameFingerprintForEveryApiKey() {
        assertThat(fingerprint(KEY, "k", "/a", "{}")).isEqualTo(fingerprint(OTHER_KEY, "k", "/a", "{}"));
    }

    @Test
    void anyDifferenceChangesTheFingerprint() {
        assertThat(new String[] {
                    fingerprint(KEY, "k", "/a", "{}"),
                    fingerprint(KEY, "l", "/a", "{}"),
                    fingerprint(KEY, "k", "/b", "{}"),
                    fingerprint(KEY, "k", "/a?x=1", "{}"),
                    fingerprint(KEY, "k", "/a", "{ }"),
                    fingerprint(KEY, "k", "/a", ""),
                    fingerprint(USER, "k", "/a", "{}")
                })
                .doesNotHaveDuplicates();
    }

    private static String fingerprint(Caller caller, String key, String path, String body) {
        return KeyedRequest.of(
                        caller, key, MockServerHttpRequest.post(path).build(), body.getBytes(StandardCharsets.UTF_8))
                .fingerprint();
    }
}
