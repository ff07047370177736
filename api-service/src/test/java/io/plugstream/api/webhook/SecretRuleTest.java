package io.plugstream.api.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SecretRuleTest {

    @ParameterizedTest
    @MethodSource
    void accepts(String secret) {
        assertThat(SecretRule.fault(secret)).isEmpty();
    }

    static Stream<String> accepts() {
        return Stream.of(
                key(24),
                key(25),
                key(64),
                "x".repeat(16),
                "x".repeat(128),
                "with spaces, and ~!",
                "\u00e4".repeat(16),
                "\uD83D\uDE00".repeat(128),
                "WHSEC_notaprefix");
    }

    @ParameterizedTest
    @MethodSource
    void refuses(String secret) {
        assertThat(SecretRule.fault(secret)).isPresent();
    }

    @Test
    void neverQuotesTheSecret() {
        assertThat(SecretRule.fault("0123456789"))
                .hasValueSatisfying(fault -> assertThat(fault).doesNotContain("0123456789"));
    }

    static Stream<String> refuses() {
        return Stream.of(
                key(23),
                key(65),
                "whsec_",
                "whsec_not base64 at all!!!!!!!!!!!!!!!!",
                key(24).replaceAll("=+$", "") + "-",
                key(25).replace("=", ""),
                "x".repeat(15),
                "x".repeat(129),
                "tab\tis not printable",
                "nor is a null \u0000 here",
                "\u200Bzero width space first");
    }

    private static String key(int bytes) {
        return "whsec_" + Base64.getEncoder().encodeToString(new byte[bytes]);
    }
}
