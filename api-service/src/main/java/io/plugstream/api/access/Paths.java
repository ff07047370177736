package io.plugstream.api.access;

import java.util.Arrays;
import java.util.List;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** Groups of paths that differ in credentials and metering. */
public final class Paths {

    /** Needs an organisation's credential. */
    public static final Paths ORGANISATION_API = new Paths("/api/**");

    /** Needs the operator role; not metered. */
    public static final Paths OPERATOR_API = new Paths("/admin/**");

    /** Public; not metered. */
    public static final Paths DOCUMENTS = new Paths("/problems/**", "/openapi.json", "/docs/**");

    /** The response includes this call in the count, so the call waits for its quota decision in every tier. */
    public static final Paths USAGE = new Paths("/api/v1/usage");

    /** All API keys; a key may list them, but only users create one. */
    public static final Paths API_KEYS = new Paths("/api/v1/auth/api-keys");

    /** Needs a tier with webhooks. */
    public static final Paths WEBHOOKS = new Paths("/api/v1/webhooks/**");

    /** One API key; users may revoke it even if their quota is used up. */
    public static final Paths API_KEY = new Paths("/api/v1/auth/api-keys/{keyId}");

    private static final Paths ACTUATOR = new Paths("/actuator/**");

    private final List<PathPattern> patterns;

    private Paths(String... patterns) {
        this.patterns = Arrays.stream(patterns)
                .map(PathPatternParser.defaultInstance::parse)
                .toList();
    }

    /** Whether the request is for health or metrics on the management port, where credentials are not checked. */
    public static boolean isManagement(ServerWebExchange exchange) {
        return WebServerApplicationContext.hasServerNamespace(exchange.getApplicationContext(), "management")
                && ACTUATOR.matches(exchange);
    }

    public boolean matches(ServerWebExchange exchange) {
        var path = exchange.getRequest().getPath().pathWithinApplication();
        return patterns.stream().anyMatch(pattern -> pattern.matches(path));
    }
}
