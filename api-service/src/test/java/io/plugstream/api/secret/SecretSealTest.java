package io.plugstream.api.secret;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.local.DevelopmentKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretSealTest {

    private static final SecretOwner OWNER = new SecretOwner("acme", "webhook");

    private final SecretCipher cipher = new SecretKeyProperties(List.of(DevelopmentKey.VALUE)).cipher();
    private final SecretSeal seal = new SecretSeal(cipher);

    @Test
    void onlyTheSameSecretIsThatSecret() {
        String stored = cipher.seal("0123456789abcdef", OWNER);

        assertThat(seal.isOf(stored, "0123456789abcdef", OWNER)).isTrue();
        assertThat(seal.isOf(stored, "0123456789abcdeg", OWNER)).isFalse();
    }

    /** Otherwise nobody could replace a secret whose key is lost. */
    @Test
    void aSecretThatNoKeyOpensIsAnother() {
        String stored = cipher.seal("0123456789abcdef", OWNER).replace(":development:", ":lost:");

        assertThat(seal.isOf(stored, "0123456789abcdef", OWNER)).isFalse();
    }
}
