package io.plugstream.api.http;

import java.util.ArrayList;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;

/**
 * The paths of the API without ids, such as {@code /api/v1/chargers/batch}, which is not the path of a charger. Below
 * {@code /api/}, no id is such a name. An organisation's id may be one; its path is below {@code /admin/}.
 */
final class NamedPaths {

    private final List<PathPattern> paths = new ArrayList<>();

    void add(RequestMappingInfo route) {
        route.getPatternsCondition().getPatterns().stream()
                .filter(path -> !path.hasPatternSyntax())
                .filter(path -> path.getPatternString().startsWith("/api/"))
                .forEach(paths::add);
    }

    /** Whether the route matches the path of the request at most by taking a name for an id. */
    boolean hides(RequestMappingInfo route, ServerWebExchange exchange) {
        PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
        return hasId(route) && paths.stream().anyMatch(named -> named.matches(path));
    }

    private static boolean hasId(RequestMappingInfo route) {
        return route.getPatternsCondition().getPatterns().stream().anyMatch(PathPattern::hasPatternSyntax);
    }
}
