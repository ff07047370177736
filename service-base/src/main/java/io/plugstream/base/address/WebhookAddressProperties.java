package io.plugstream.base.address;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Permits webhook URLs other than https URLs of public addresses, for local runs and tests.
 *
 * @param allowHttp whether plain http is allowed
 * @param allowLoopback whether this machine's loopback addresses are allowed
 */
@ConfigurationProperties(prefix = "plugstream.webhook-address", ignoreUnknownFields = false)
public record WebhookAddressProperties(boolean allowHttp, boolean allowLoopback) {

    /** The rules with these settings. */
    public AddressRules rules() {
        return new AddressRules(allowHttp, allowLoopback);
    }
}
