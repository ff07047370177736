package io.plugstream.base.shield;

import jakarta.validation.constraints.Min;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Protection against guessed credentials, in api-service and ocpp-gateway.
 *
 * @param failuresPerMinute failed authentications or charger handshakes per client address and minute at one instance;
 *     beyond that, the address's failures are answered with 429, while valid credentials still pass
 * @param trustedProxies addresses or CIDR ranges of proxies whose {@code X-Forwarded-For} is trusted; none by default.
 *     A range may be at most a /16, or a /48 for IPv6
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.shield", ignoreUnknownFields = false)
public record ShieldProperties(
        @DefaultValue("60") @Min(1) int failuresPerMinute,
        @DefaultValue List<String> trustedProxies) {

    public ShieldProperties {
        trustedProxies = List.copyOf(trustedProxies);
    }
}
