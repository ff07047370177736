package io.plugstream.base.shield;

import jakarta.validation.constraints.Min;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Protection against guessing credentials, in api-service and ocpp-gateway.
 *
 * @param failuresPerMinute failed authentications, or handshakes of chargers, that an address may make a minute at one
 *     instance before it is told to wait; whoever has the right credential still passes
 * @param trustedProxies addresses or CIDR ranges whose {@code X-Forwarded-For} is believed; none by default. A
 *     range is at most a /16, or a /48 of IPv6
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
