package io.plugstream.base.address;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which addresses of webhooks are allowed, in api-service and webhook-dispatcher.
 *
 * @param allowHttp whether plain http is allowed; for local runs
 * @param allowLoopback whether this machine's loopback addresses are allowed; for local runs
 * @param blocked public addresses or CIDR ranges that are not allowed, such as those of the cluster's pods, nodes and
 *     services; private and other special addresses never are
 */
@ConfigurationProperties(prefix = "plugstream.webhook-address", ignoreUnknownFields = false)
public record WebhookAddressProperties(
        boolean allowHttp,
        boolean allowLoopback,
        @DefaultValue List<String> blocked) {

    public WebhookAddressProperties {
        blocked = List.copyOf(blocked);
    }

    /** The rules with these settings. */
    public AddressRules rules() {
        return new AddressRules(
                allowHttp,
                allowLoopback,
                blocked.stream()
                        .map(range -> AddressRange.of(range, "plugstream.webhook-address.blocked"))
                        .toList());
    }
}
