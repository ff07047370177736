package io.plugstream.webhook.claim;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where claiming begins.
 *
 * @param lookBack how far back a partition is claimed that was never claimed before: far enough that nothing is lost while
 *     a platform starts for the first time, and no replay of history
 */
@ConfigurationProperties(prefix = "plugstream.claim", ignoreUnknownFields = false)
public record ClaimProperties(@DefaultValue("5m") Duration lookBack) {

    public ClaimProperties {
        if (lookBack.isNegative()) {
            throw new IllegalArgumentException("plugstream.claim.look-back must not be negative");
        }
    }
}
