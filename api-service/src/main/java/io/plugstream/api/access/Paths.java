package io.plugstream.api.access;

import java.util.Arrays;
import java.util.List;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** The kinds of paths there are, as far as credentials and metering go. */
public final class Paths {

    /** Needs an organisation's credential. */
    public static final Paths ORGANISATION_API = new Paths("/api/**");

    /** Needs the operator role; not metered. */
    public static final Paths OPERATOR_API = new Paths("/admin/**");

    /** Open to all; not metered. */
    public static final Paths DOCUMENTS = new Paths("/problems/**", "/openapi.json", "/docs/**");

    /** Its answer tells the count with this call in it, so that the call waits for its decision whatever the tier. */
    public static final Paths USAGE = new Paths("/api/v1/usage");

    /** One API key, which a person may revoke whatever the allowance. */
    public static final Paths API_KEY = new Paths("/api/v1/auth/api-keys/{keyId}");

    /** Health and metrics, on the management port only; credentials are not looked at. */
    public static final Paths MANAGEMENT = new Paths("/actuator/**");

    private final List<PathPattern> patterns;

    private Paths(String... patterns) {
        this.patterns = Arrays.stream(patterns)
                .map(PathPatternParser.defaultInstance::parse)
                .toList();
    }

    /** Whether the request's path is one of these. */
    public boolean matches(ServerWebExchange exchange) {
        var path = exchange.getRequest().getPath().pathWithinApplication();
        return patterns.stream().anyMatch(pattern -> pattern.matches(path));
    }
}
