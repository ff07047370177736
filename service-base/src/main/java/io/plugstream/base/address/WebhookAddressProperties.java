package io.plugstream.base.address;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where webhooks may point, beyond public addresses over https. For local runs and tests.
 *
 * @param allowHttp whether plain http is allowed
 * @param allowLoopback whether this machine's loopback addresses are allowed
 */
@ConfigurationProperties(prefix = "plugstream.webhook-address", ignoreUnknownFields = false)
public record WebhookAddressProperties(boolean allowHttp, boolean allowLoopback) {

    /** The rules that follow from these settings. */
    public AddressRules rules() {
        return new AddressRules(allowHttp, allowLoopback);
    }
}
