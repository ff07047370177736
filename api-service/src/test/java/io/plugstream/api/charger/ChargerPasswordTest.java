package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class ChargerPasswordTest {

    @Test
    void has256BitsInCharactersThatBasicAuthenticationAllows() {
        ChargerPassword password = ChargerPassword.random(new SecureRandom());

        assertThat(password.text()).matches("[A-Za-z0-9_-]{40}");
        assertThat(ChargerPassword.random(new SecureRandom())).isNotEqualTo(password);
        assertThat(password.toString()).doesNotContain(password.text());
    }

    @Test
    void hashIsHexadecimalSha256() {
        assertThat(new ChargerPassword("abc").hash())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
