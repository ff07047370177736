package io.plugstream.api.http;

import java.util.List;
import org.springframework.core.Ordered;

/**
 * The filters that a request passes, first to last, before it is routed to its controller. Every call pays for each of
 * them: what only some paths need belongs in their controllers. {@code docs/architecture.md} says what each does.
 */
public enum FilterOrder {
    RATE_LIMIT_HEADERS,
    CROSS_ORIGIN,
    FIREWALL,
    AUTHENTICATION,
    METERING,
    IDEMPOTENCY,
    WEBHOOK_TIER,
    SANDBOX_USE;

    /** The place among all filters, in Spring's terms. */
    int value() {
        return Ordered.HIGHEST_PRECEDENCE + List.of(values()).indexOf(this);
    }
}
