package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.organisation.Mode;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

class CredentialReaderTest {

    private final HttpHeaders headers = new HttpHeaders();

    @Test
    void findsNoCredentialInARequestWithoutOne() {
        assertThat(CredentialReader.read(headers)).isEmpty();
    }

    @Test
    void readsAnApiKey() {
        headers.add("X-API-Key", "plug_live_x");
        assertThat(CredentialReader.read(headers)).contains(new Credential.Key("plug_live_x"));
    }

    @Test
    void readsAnIdTokenAndItsMode() {
        headers.add("Authorization", "bearer a.b.c");
        assertThat(CredentialReader.read(headers)).contains(new Credential.Token("a.b.c", Mode.LIVE));
        headers.add("Plugstream-Mode", "test");
        assertThat(CredentialReader.read(headers)).contains(new Credential.Token("a.b.c", Mode.TEST));
    }

    @Test
    void aKeyKeepsItsModeWhateverTheHeaderSays() {
        headers.add("X-API-Key", "plug_live_x");
        headers.add("Plugstream-Mode", "test");
        assertThat(CredentialReader.read(headers)).contains(new Credential.Key("plug_live_x"));
    }

    @Test
    void acceptsNeitherOfTwoCredentials() {
        headers.add("X-API-Key", "plug_live_x");
        headers.add("Authorization", "Bearer a.b.c");
        assertThat(CredentialReader.read(headers)).contains(new Credential.Unusable());
    }

    @Test
    void acceptsNoOtherScheme() {
        headers.add("Authorization", "Basic dTpw");
        assertThat(CredentialReader.read(headers)).contains(new Credential.Unusable());
    }
}
