package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandshakeVerifierTest {

    @Test
    void credentialsDoNotShowThePassword() {
        HandshakeVerifier.Credentials credentials = new HandshakeVerifier.Credentials("Basic Q1A6c2VjcmV0", null);

        assertThat(credentials.authorization()).isEqualTo("Basic Q1A6c2VjcmV0");
        assertThat(credentials.toString())
                .isEqualTo("Credentials[header: true, certificate: false]")
                .doesNotContain("Q1A6c2VjcmV0");
    }
}
