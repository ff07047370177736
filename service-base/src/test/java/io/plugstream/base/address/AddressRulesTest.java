package io.plugstream.base.address;

import static io.plugstream.base.address.AddressFault.ADDRESS_NOT_ALLOWED;
import static io.plugstream.base.address.AddressFault.CREDENTIALS;
import static io.plugstream.base.address.AddressFault.FRAGMENT;
import static io.plugstream.base.address.AddressFault.HOST_INVALID;
import static io.plugstream.base.address.AddressFault.HOST_MISSING;
import static io.plugstream.base.address.AddressFault.MALFORMED;
import static io.plugstream.base.address.AddressFault.PORT;
import static io.plugstream.base.address.AddressFault.SCHEME;
import static io.plugstream.base.address.AddressFault.TOO_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRulesTest {

    private final AddressRules strict = new AddressRules(false, false, List.of());
    private final AddressRules local = new AddressRules(true, true, List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "https://example.com/hooks?a=b%20c",
                "HTTPS://EXAMPLE.com:8443/",
                "https://example.com./",
                "https://xn--bcher-kva.example/",
                "https://8.8.8.8/",
                "https://[2606:4700::1111]:8443/x",
                "https://1e100.net/",
                "https://intranet/",
                "https://internal.example/",
                "https://metadata.example/",
                "https://localhost.example/"
            })
    void validUrlsHaveNoFault(String url) {
        assertThat(strict.check(url)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "http://example.com, SCHEME",
        "ftp://example.com, SCHEME",
        "https://user@example.com, CREDENTIALS",
        "https://user:pass@example.com, CREDENTIALS",
        "https://@example.com, CREDENTIALS",
        "https://example.com/#x, FRAGMENT",
        "https://example.com/#, FRAGMENT",
        "https://example.com:0/, PORT",
        "https://example.com:65536/, PORT",
        "https://8.8.8.8:-1/, PORT",
        "https://8.8.8.8:x/, PORT",
        "https://[2606:4700::1111]:-1/, MALFORMED",
        "https:///path, HOST_MISSING",
        "https:example.com, HOST_MISSING",
        "https://under_score.example/, HOST_INVALID",
        "https://-x.example/, HOST_INVALID",
        "https://a..example/, HOST_INVALID",
        "https://example.com:port/, HOST_INVALID",
        "https://256.1.1.1/, HOST_INVALID",
        "https://1.2.3.4.5/, HOST_INVALID",
        "https://example.1/, HOST_INVALID",
        "https://8.8.8.8./, HOST_INVALID",
        "https://134744072/, HOST_INVALID",
        "https://0x8.8.8.8/, HOST_INVALID",
        "https://010.8.8.8/, HOST_INVALID",
        "https://[2606:4700::1111%25eth0]/, HOST_INVALID",
        "https://%31%32%37.0.0.1/, HOST_INVALID",
        "https://%6cocalhost/, HOST_INVALID",
        "https://127.0.0.1%00.example/, HOST_INVALID",
        "https://127.0.0.1:80:80/, HOST_INVALID",
        "https://[fe80::1%25eth0]/, HOST_INVALID",
        "https://[::1/, MALFORMED",
        "https:\\\\127.0.0.1/, MALFORMED",
        "//127.0.0.1/, MALFORMED",
        "https://①②⑦.0.0.1/, MALFORMED",
        "https://127。0。0。1/, MALFORMED",
        "example.com, MALFORMED",
        "/hooks, MALFORMED",
        "https://exa mple.com, MALFORMED",
        "https://example.com\\@10.0.0.1/, MALFORMED",
        "https://bücher.example/, MALFORMED",
        "'', MALFORMED"
    })
    void invalidUrlsHaveTheirFault(String url, AddressFault fault) {
        assertThat(strict.check(url)).containsExactly(fault);
    }

    @Test
    void everyFaultIsNamedAtOnce() {
        assertThat(strict.check("http://u@10.1:0/#f"))
                .containsExactly(SCHEME, CREDENTIALS, FRAGMENT, ADDRESS_NOT_ALLOWED);
        assertThat(strict.check("http://u@10.0.0.1:0/#f"))
                .containsExactly(SCHEME, CREDENTIALS, FRAGMENT, PORT, ADDRESS_NOT_ALLOWED);
        assertThat(strict.check("ftp:")).containsExactly(MALFORMED);
        assertThat(strict.check("ftp:///")).containsExactly(SCHEME, HOST_MISSING);
        assertThat(strict.check("ftp://a_b")).containsExactly(SCHEME, HOST_INVALID);
    }

    @Test
    void lengthIsLimited() {
        String url = "https://example.com/";
        assertThat(strict.check(url + "a".repeat(AddressRules.LONGEST - url.length())))
                .isEmpty();
        assertThat(strict.check(url + "a".repeat(AddressRules.LONGEST - url.length() + 1)))
                .containsExactly(TOO_LONG);
        assertThat(strict.check("https://" + "a.".repeat(127) + "example")).containsExactly(HOST_INVALID);
        assertThat(strict.check("https://" + "a".repeat(63) + ".example")).isEmpty();
        assertThat(strict.check("https://" + "a".repeat(64) + ".example")).containsExactly(HOST_INVALID);
    }

    @Test
    void aLocalRunMayUseHttpAndLoopbackOnly() {
        assertThat(local.check("http://localhost:8099/hook")).isEmpty();
        assertThat(local.check("http://127.0.0.1:8099/hook")).isEmpty();
        assertThat(local.check("http://[::1]:8099/hook")).isEmpty();
        assertThat(local.check("ftp://localhost/"))
                .extracting(AddressFault::message)
                .containsExactly("must begin with https:// or http://");
        assertThat(local.check("http://10.0.0.1/")).containsExactly(ADDRESS_NOT_ALLOWED);
        assertThat(local.check("http://169.254.169.254/")).containsExactly(ADDRESS_NOT_ALLOWED);
        assertThat(local.check("http://0.0.0.0/")).containsExactly(ADDRESS_NOT_ALLOWED);
        assertThat(local.check("http://metadata.google.internal/")).containsExactly(ADDRESS_NOT_ALLOWED);
        assertThat(local.check("http://127.1/")).containsExactly(HOST_INVALID);
    }

    @Test
    void anOperatorsRangesAreNotAllowedAlthoughTheyArePublic() throws UnknownHostException {
        AddressRules rules =
                new WebhookAddressProperties(false, false, List.of("2600:1f18::/32", "8.8.8.0/24", "1.1.1.1")).rules();

        assertThat(rules.check("https://[2600:1f18::10]:10250/")).containsExactly(ADDRESS_NOT_ALLOWED);
        assertThat(rules.check("https://8.8.8.8/")).containsExactly(ADDRESS_NOT_ALLOWED);
        assertThat(rules.check("https://1.1.1.1/")).containsExactly(ADDRESS_NOT_ALLOWED);
        assertThat(rules.isAllowed(InetAddress.getByName("8.8.8.8"))).isFalse();
        assertThat(rules.isAllowed(InetAddress.getByName("8.8.4.4"))).isTrue();
        assertThat(rules.check("https://[2600:1f19::10]/")).isEmpty();
        assertThat(rules.check("https://10.0.0.1/")).containsExactly(ADDRESS_NOT_ALLOWED);
    }
}
