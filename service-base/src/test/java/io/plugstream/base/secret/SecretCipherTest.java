package io.plugstream.base.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretCipherTest {

    private static final SecretOwner OWNER = new SecretOwner("acme", "webhook-1");
    private static final String SECRET = "a secret of Säule 1, chosen freely";
    private static final String OLD = key("old", 1);
    private static final String NEW = key("new", 2);

    private final SecretCipher cipher = cipher(OLD);

    @Test
    void aSealedSecretOpensForItsOwnerAndIsUnreadable() {
        String sealed = cipher.seal(SECRET, OWNER);

        assertThat(sealed).startsWith("enc:v1:old:").doesNotContain("secret");
        assertThat(cipher.open(sealed, OWNER)).isEqualTo(SECRET);
        assertThat(cipher.seal(SECRET, OWNER)).isNotEqualTo(sealed);
    }

    @Test
    void aSealedSecretOpensForNoOtherWebhookOrOrganisation() {
        String sealed = cipher.seal(SECRET, OWNER);

        assertUnreadable(cipher, sealed, new SecretOwner("acme", "webhook-2"));
        assertUnreadable(cipher, sealed, new SecretOwner("rival", "webhook-1"));
    }

    @Test
    void everyChangedCharacterIsDetected() {
        String sealed = cipher.seal(SECRET, OWNER);
        for (int at = "enc:v1:old:".length(); at < sealed.length() - 1; at++) {
            char other = sealed.charAt(at) == 'A' ? 'B' : 'A';
            assertUnreadable(cipher, sealed.substring(0, at) + other + sealed.substring(at + 1), OWNER);
        }
        assertUnreadable(cipher, "enc:v1:old:", OWNER);
        assertUnreadable(cipher, "enc:v1:old:AAAA", OWNER);
        assertUnreadable(cipher, "enc:v1:old:no base64!", OWNER);
        assertUnreadable(cipher, "enc:v1:", OWNER);
    }

    @Test
    void theFirstKeySealsAndAllOpen() {
        String before = cipher.seal(SECRET, OWNER);
        SecretCipher rotating = cipher(NEW, OLD);
        String after = rotating.seal(SECRET, OWNER);

        assertThat(rotating.open(before, OWNER)).isEqualTo(SECRET);
        assertThat(rotating.isCurrent(before)).isFalse();
        assertThat(rotating.isCurrent(after)).isTrue();
        assertUnreadable(cipher, after, OWNER);
        assertUnreadable(cipher(key("old", 3)), before, OWNER);
    }

    @Test
    void unsealedTextIsRefused() {
        assertThatThrownBy(() -> cipher.open("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", OWNER))
                .isInstanceOf(UnreadableSecretException.class)
                .hasMessage("a secret is not sealed");
        assertThat(cipher.isCurrent(SECRET)).isFalse();
    }

    private static void assertUnreadable(SecretCipher cipher, String stored, SecretOwner owner) {
        assertThatThrownBy(() -> cipher.open(stored, owner)).isInstanceOf(UnreadableSecretException.class);
    }

    private static SecretCipher cipher(String... keys) {
        return new SecretKeyProperties(List.of(keys)).cipher();
    }

    private static String key(String id, int fill) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) fill;
        return id + ':' + Base64.getEncoder().encodeToString(bytes);
    }
}
