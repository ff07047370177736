package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class BasicCredentialsTest {

    @Test
    void matchesAPasswordWithAColon() {
        assertThat(BasicCredentials.match(basic("CP 1:pass:word"), "CP 1", sha256("pass:word")))
                .isTrue();
    }

    @Test
    void schemeHasNoCase() {
        assertThat(BasicCredentials.match(basic("CP:x").replace("Basic", "bASIC"), "CP", sha256("x")))
                .isTrue();
    }

    @Test
    void passwordIsBytes() {
        byte[] pair = {'C', ':', (byte) 0xff, 0};
        String header = "Basic " + Base64.getEncoder().encodeToString(pair);

        assertThat(BasicCredentials.match(header, "C", sha256(new byte[] {(byte) 0xff, 0})))
                .isTrue();
    }

    /** A charger that takes the digits of AuthorizationKey as its password must not be locked out. */
    @Test
    void thePasswordMayBeSentAsHexadecimalDigits() {
        String digits = "4F43415F4F4354545F61646D696E5F74657374";
        assertThat(BasicCredentials.match(basic("CP:" + digits), "CP", sha256("OCA_OCTT_admin_test")))
                .isTrue();
        assertThat(BasicCredentials.match(basic("CP:" + digits), "CP", sha256(digits)))
                .isTrue();
        assertThat(BasicCredentials.match(basic("CP:" + digits), "CP", sha256("OCA_OCTT_admin_tesu")))
                .isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "Basic",
                "Basic ",
                "Basic !!!",
                "Bearer Q1A6eA==",
                "Basic Q1A=",
                "Basic Q1A6",
                "Basic WFk6eA=="
            })
    void refusesEverythingElse(String header) {
        assertThat(BasicCredentials.match(header, "CP", sha256("x"))).isFalse();
    }

    @Test
    void refusesAnotherPassword() {
        assertThat(BasicCredentials.match(basic("CP:y"), "CP", sha256("x"))).isFalse();
        assertThat(BasicCredentials.match(basic("CP:"), "CP", sha256("x"))).isFalse();
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static String sha256(String password) {
        return sha256(password.getBytes(StandardCharsets.UTF_8));
    }

    private static String sha256(byte[] password) {
        return Passwords.hash(password);
    }
}
