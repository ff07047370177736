package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Replicas;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

class OpenApiRoutesIT {

    /** Files that the reference page loads, and the way to the portal. The portal's own routes are no part either. */
    private static final Set<String> NO_PART_OF_THE_API =
            Set.of("GET /", "GET /docs/reference.js", "GET /docs/swagger-ui-bundle.js", "GET /docs/swagger-ui.css");

    private final ApiReplica replica = Replicas.first();

    @Test
    void everyRouteIsDescribedAndEveryDescribedPathIsARoute() {
        Set<String> described = Operation.all(PublishedOpenApi.get().root().path("paths")).stream()
                .map(Operation::name)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> routes = replica.bean(RequestMappingHandlerMapping.class).getHandlerMethods().keySet().stream()
                .flatMap(route -> route.getMethodsCondition().getMethods().stream()
                        .flatMap(method -> paths(route).stream().map(path -> method.name() + ' ' + path)))
                .collect(Collectors.toCollection(TreeSet::new));
        routes.removeAll(NO_PART_OF_THE_API);
        routes.removeIf(route -> route.contains(" /portal"));
        assertThat(routes).isEqualTo(described);
    }

    private static Set<String> paths(RequestMappingInfo route) {
        return route.getPatternsCondition().getPatterns().stream()
                .map(pattern -> pattern.getPatternString().replaceAll("\\{[^}]*}", "{}"))
                .collect(Collectors.toSet());
    }

    @Test
    void theDescriptionIsServedToAnybodyAndNotMetered() {
        ApiClient.Answer answer = replica.client().get("/openapi.json");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json()).isEqualTo(PublishedOpenApi.get().root());
        assertThat(answer.header("RateLimit-Policy")).contains("\"address\";q=60;w=60");
    }

    @Test
    void thePageLoadsNothingFromElsewhere() {
        ApiClient.Answer page = replica.client().get("/docs");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Security-Policy").orElseThrow()).startsWith("default-src 'none'");
        assertThat(page.body()).doesNotContain("http:", "https:", "//");
        assertThat(page.body()).contains("/docs/reference.js", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css");
        assertThat(type("/docs/reference.js")).startsWith("text/javascript");
        assertThat(type("/docs/swagger-ui-bundle.js")).startsWith("text/javascript");
        assertThat(type("/docs/swagger-ui.css")).startsWith("text/css");
    }

    private String type(String path) {
        return replica.client().get(path).header("Content-Type").orElseThrow();
    }
}
