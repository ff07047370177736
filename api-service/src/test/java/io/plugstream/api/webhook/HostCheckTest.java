package io.plugstream.api.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.address.AddressFault;
import io.plugstream.base.address.WebhookAddressProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class HostCheckTest {

    private static final String URL = "https://hooks.example.com/x";
    private static final String DOES_NOT_EXIST = "must name a host that exists";

    @Test
    void acceptsAHostWithPublicAddresses() {
        StepVerifier.create(check(_ -> Mono.just(addresses("93.184.215.14", "2606:2800:21f::1"))))
                .verifyComplete();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3", "127.0.0.1", "169.254.169.254", "::1", "fd00::1", "100.64.0.1"})
    void refusesAHostWithOneSpecialAddress(String special) {
        StepVerifier.create(check(_ -> Mono.just(addresses("93.184.215.14", special))))
                .expectNext(AddressFault.ADDRESS_NOT_ALLOWED.message())
                .verifyComplete();
    }

    @Test
    void refusesAHostThatDoesNotExist() {
        StepVerifier.create(check(host -> Mono.error(new UnknownHostException(host))))
                .expectNext(DOES_NOT_EXIST)
                .verifyComplete();
    }

    @Test
    void aHostIsAcceptedIfTheResolverFails() {
        StepVerifier.create(check(_ -> Mono.error(new IOException("SERVFAIL")))).verifyComplete();
    }

    @Test
    void aHostIsAcceptedIfTheResolverIsSilentForTwoSeconds() {
        StepVerifier.withVirtualTime(() -> check(_ -> Mono.never()))
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(1_999))
                .thenAwait(Duration.ofMillis(1))
                .verifyComplete();
    }

    @Test
    void resolvesTheHostWithoutPortAndBrackets() {
        List<String> asked = new ArrayList<>();
        HostResolver resolver = host -> {
            asked.add(host);
            return Mono.just(addresses("93.184.215.14"));
        };
        HostCheck check = new HostCheck(resolver, new WebhookAddressProperties(false, false, List.of()));

        check.fault("https://Hooks.Example.COM.:8443/x?y").block();
        check.fault("https://[2606:2800:21f::1]/").block();

        assertThat(asked).containsExactly("hooks.example.com", "2606:2800:21f::1");
    }

    @Test
    void theInvalidDomainNeverExists() {
        HostCheck check = new HostCheck(_ -> Mono.never(), new WebhookAddressProperties(false, false, List.of()));

        StepVerifier.create(check.fault("https://hooks.invalid/"))
                .expectNext(DOES_NOT_EXIST)
                .verifyComplete();
    }

    private static Mono<String> check(HostResolver resolver) {
        return new HostCheck(resolver, new WebhookAddressProperties(false, false, List.of())).fault(URL);
    }

    private static List<InetAddress> addresses(String... literals) {
        return Arrays.stream(literals).map(InetAddress::ofLiteral).toList();
    }
}
