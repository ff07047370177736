package io.plugstream.base.shield;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {

    private static final String PROXY = "10.1.2.3";

    private final ClientAddress addresses =
            new ClientAddress(new ShieldProperties(60, List.of("10.1.0.0/16", "2001:db8:ffff::/48")));

    @ParameterizedTest
    @CsvSource({
        "198.51.100.1, 203.0.113.7, 198.51.100.1",
        "198.51.100.1, 10.1.2.3, 198.51.100.1",
        "11.0.0.1, 203.0.113.7, 11.0.0.1",
        "2001:db8:1::1, 203.0.113.7, 2001:db8:1::/64"
    })
    void headersOfUntrustedPeersAreIgnored(String peer, String header, String client) {
        assertThat(of(peer, header)).isEqualTo(client);
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, 203.0.113.7",
        "::ffff:10.1.2.3, 203.0.113.7",
        "::ffff:10.1.2.3, ::ffff:203.0.113.7",
        "2001:db8:ffff::1, 203.0.113.7",
        "10.1.2.3, 203.0.113.7:51234",
        "10.1.2.3, '  203.0.113.7  '"
    })
    void aTrustedProxyNamesTheClient(String peer, String header) {
        assertThat(of(peer, header)).isEqualTo("203.0.113.7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2001:db8:1:2::1",
                "2001:DB8:1:2:ffff:ffff:ffff:ffff",
                "[2001:db8:1:2::9]",
                "[2001:db8:1:2::9]:443"
            })
    void anIpv6NetworkIsOneClient(String header) {
        assertThat(of(PROXY, header)).isEqualTo("2001:db8:1:2::/64");
    }

    @Test
    void theClientIsTheLastHopThatIsNotATrustedProxy() {
        assertThat(of(PROXY, "1.1.1.1, 203.0.113.7, 10.1.9.9, 2001:db8:ffff::2"))
                .isEqualTo("203.0.113.7");
        assertThat(of(PROXY, "1.1.1.1", "203.0.113.7, 10.1.9.9"))
                .as("two headers are one list")
                .isEqualTo("203.0.113.7");
        assertThat(of(PROXY, "10.1.7.7, 10.1.9.9"))
                .as("only trusted addresses, an internal client")
                .isEqualTo("10.1.7.7");
        assertThat(of(PROXY)).as("a proxy's own request").isEqualTo(PROXY);
    }

    @Test
    void hopsWrittenByTheClientAreIgnored() {
        String forged = String.join(", ", Collections.nCopies(10_000, "10.1.9.9"));
        assertThat(of(PROXY, forged + ", garbage, 203.0.113.7")).isEqualTo("203.0.113.7");
        assertThat(of(PROXY, "10.1.9.9, ,*, 203.0.113.7")).isEqualTo("203.0.113.7");
        assertThat(of(PROXY, forged)).as("any number of addresses").isEqualTo("10.1.9.9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "garbage",
                "unknown",
                "_hidden",
                "*",
                "localhost",
                "1",
                "10.1",
                "0x7f.1",
                "203.0.113.0/24",
                "203.0.113.1-9",
                "203.0.113.7.8",
                "203.0.113.7:",
                "203.0.113.7:port",
                "2001:db8::1%eth0",
                "[2001:db8::1",
                "::g",
                "203.0.113.7 198.51.100.1"
            })
    void anInvalidHopCountsForTheProxyThatWroteIt(String hop) {
        assertThat(of(PROXY, hop)).isEqualTo(PROXY);
        assertThat(of(PROXY, "203.0.113.7, " + hop)).isEqualTo(PROXY);
    }

    @Test
    void noProxyIsTrustedByDefault() {
        ClientAddress cautious = new ClientAddress(new ShieldProperties(60, List.of()));
        assertThat(cautious.of(peer("127.0.0.1"), List.of("203.0.113.7"))).isEqualTo("127.0.0.1");
    }

    @Test
    void aPeerWithoutAnAddressIsUnknown() {
        assertThat(addresses.of(null, List.of("203.0.113.7"))).isEqualTo("unknown");
        assertThat(addresses.of(InetSocketAddress.createUnresolved("proxy", 1), List.of("203.0.113.7")))
                .isEqualTo("unknown");
    }

    private String of(String peer, String... header) {
        return addresses.of(peer(peer), List.of(header));
    }

    private static InetSocketAddress peer(String address) {
        return new InetSocketAddress(address, 1234);
    }
}
