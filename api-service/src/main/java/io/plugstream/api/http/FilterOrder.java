package io.plugstream.api.http;

import java.util.List;
import org.springframework.core.Ordered;

/**
 * The filters that run before a request reaches its controller, in this order. Each filter runs on every call, so logic
 * for a few paths belongs in their controllers. {@code docs/architecture.md} describes each filter.
 */
public enum FilterOrder {
    RATE_LIMIT_HEADERS,
    SECURITY_HEADERS,
    CROSS_ORIGIN,
    AUTHENTICATION,
    METERING,
    FIREWALL,
    TURN,
    MODE,
    BODY_TYPE,
    IDEMPOTENCY,
    PERMISSION,
    SANDBOX_USE;

    /** The filter's order as Spring expects it. */
    int value() {
        return Ordered.HIGHEST_PRECEDENCE + List.of(values()).indexOf(this);
    }
}
