package io.plugstream.base.address;

import static io.plugstream.base.address.AddressFault.ADDRESS_NOT_ALLOWED;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts and addresses that are not on the public internet, in every spelling. */
class SpecialAddressesTest {

    private final AddressRules strict = new AddressRules(false, false, List.of());
    private final AddressRules local = new AddressRules(true, true, List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST.",
                "a.localhost",
                "localhost.localdomain",
                "ip6-localhost",
                "127.0.0.1",
                "127.0.0.1.",
                "127.1",
                "127.0.1",
                "2130706433",
                "0x7f000001",
                "0x7f.1",
                "0177.0.0.1",
                "017700000001",
                "0X7F.0.0.0x1",
                "0",
                "0.0.0.0",
                "10.0.0.1",
                "167772161",
                "172.16.0.1",
                "192.168.1.1",
                "192.168.257",
                "169.254.169.254",
                "0xa9fea9fe",
                "2852039166",
                "100.64.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "[::1]",
                "[::]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::127.0.0.1]",
                "[fe80::1]",
                "[fd00:ec2::254]",
                "[64:ff9b::7f00:1]",
                "[2002:7f00:1::]",
                "[2001::1]",
                "[0:0:0:0:0:0:0:1]",
                "[ff02::1]",
                "a.b.localhost.",
                "localhost6",
                "localhost6.localdomain6",
                "metadata",
                "metadata.google.internal",
                "METADATA.Google.Internal.",
                "metadata.goog",
                "instance-data",
                "instance-data.ec2.internal",
                "host.docker.internal",
                "printer.local",
                "router.home.arpa",
                "0177.1",
                "127.0.0.01",
                "0x7f.0x0.0x0.0x1",
                "0300.0250.0.1",
                "0xC0A80001",
                "3232235521",
                "192.168.0x0.1",
                "172.16.1",
                "0xac100001",
                "100.100.100.200",
                "0x64.0x40.0.1",
                "1681915905",
                "0251.0376.0251.0376",
                "169.254.43518",
                "169.16689662",
                "0xa9.254.0251.254",
                "169.254.170.2",
                "192.0.0.192",
                "168.63.129.16",
                "0xa83f8110",
                "198.18.0.1",
                "192.0.2.1",
                "4294967295",
                "[::ffff:169.254.169.254]",
                "[::FFFF:A9FE:A9FE]",
                "[0:0:0:0:0:ffff:10.0.0.1]",
                "[::ffff:0:127.0.0.1]",
                "[::10.0.0.1]",
                "[::a00:1]",
                "[64:ff9b::169.254.169.254]",
                "[64:ff9b:1::10.0.0.1]",
                "[2002:a9fe:a9fe::1]",
                "[2002:a00:1::]",
                "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
                "[fd20:ce::254]",
                "[fc00::1]",
                "[fec0::1]",
                "[FE80::A]",
                "[2001:db8::1]",
                "[100::1]",
                "[5f00::1]",
                "[ff01::1]"
            })
    void specialHostsAreNotAllowedInAnySpelling(String host) {
        assertThat(strict.check("https://" + host + "/")).containsExactly(ADDRESS_NOT_ALLOWED);
        assertThat(strict.check("https://" + host + ":8443")).containsExactly(ADDRESS_NOT_ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.255.255.255",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.0.1",
                "168.63.129.16",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.192",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.0.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:10.0.0.1",
                "::10.0.0.1",
                "64:ff9b::808:808",
                "64:ff9b:1::1",
                "100::1",
                "2001::1",
                "2001:2::1",
                "2001:20::1",
                "2001:db8::1",
                "2002:808:808::1",
                "3fff::1",
                "5f00::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "fec0::1",
                "ff02::1"
            })
    void specialAddressesAreRefused(String address) {
        assertThat(strict.isAllowed(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.1",
                "169.253.255.255",
                "172.15.255.255",
                "172.32.0.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2001:200::1",
                "2003::1",
                "2606:4700::1111",
                "3ffe::1"
            })
    void publicAddressesAreAllowed(String address) {
        assertThat(strict.isAllowed(InetAddress.ofLiteral(address))).isTrue();
    }

    @Test
    void loopbackIsAllowedWhenConfigured() {
        assertThat(local.isAllowed(InetAddress.ofLiteral("127.0.0.1"))).isTrue();
        assertThat(local.isAllowed(InetAddress.ofLiteral("::1"))).isTrue();
        assertThat(local.isAllowed(InetAddress.ofLiteral("10.0.0.1"))).isFalse();
    }
}
