package io.plugstream.api.webhook;

import io.plugstream.base.address.AddressFault;
import io.plugstream.base.address.AddressRules;
import io.plugstream.base.address.WebhookAddressProperties;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Rejects a webhook whose host does not exist or resolves to an address that is not allowed. Accepts it if the resolver
 * does not answer within 2 s: the dispatcher checks the address again at each delivery.
 */
@Component
final class HostCheck {

    private static final Logger log = LoggerFactory.getLogger(HostCheck.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    /** The top-level domain that never exists (RFC 6761, 6.4). */
    private static final String NEVER_THERE = ".invalid";

    private final HostResolver resolver;
    private final AddressRules rules;

    HostCheck(HostResolver resolver, WebhookAddressProperties addresses) {
        this.resolver = resolver;
        this.rules = addresses.rules();
    }

    /** Why the host of {@code url}, which is well-formed, must not be used; empty if it may be. */
    Mono<String> fault(String url) {
        String host = host(url);
        if (host.endsWith(NEVER_THERE)) {
            return Mono.just(doesNotExist());
        }
        return resolver.resolve(host)
                .timeout(TIMEOUT)
                .flatMap(addresses -> Mono.justOrEmpty(fault(addresses)))
                .onErrorResume(UnknownHostException.class, _ -> Mono.just(doesNotExist()))
                .onErrorResume(failure -> {
                    log.info("Failed to resolve the host of a webhook: {}", failure.toString());
                    return Mono.empty();
                });
    }

    private Optional<String> fault(List<InetAddress> addresses) {
        return addresses.stream().allMatch(rules::isAllowed)
                ? Optional.empty()
                : Optional.of(AddressFault.ADDRESS_NOT_ALLOWED.message());
    }

    private static String doesNotExist() {
        return "must name a host that exists";
    }

    private static String host(String url) {
        String host = URI.create(url).getHost().toLowerCase(Locale.ROOT);
        if (host.startsWith("[")) {
            return host.substring(1, host.length() - 1);
        }
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }
}
