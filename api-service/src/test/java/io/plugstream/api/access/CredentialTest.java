package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.organisation.Mode;
import org.junit.jupiter.api.Test;

class CredentialTest {

    @Test
    void toStringHidesSecrets() {
        assertThat(new Credential.Key("plug_live_secret")).asString().doesNotContain("secret");
        assertThat(new Credential.Token("secret", Mode.LIVE)).asString().doesNotContain("secret");
    }
}
