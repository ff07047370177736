package io.plugstream.api.http;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;
import reactor.core.publisher.Mono;

/**
 * Makes JSON the type of the bodies that routes take, and the default type of their responses. A client that sends
 * another type, does not accept JSON, or sends query parameters to a route without any is then refused before any work
 * is done.
 */
@Component
class JsonRouting implements WebFluxRegistrations {

    @Override
    public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        return new JsonRoutes();
    }

    private static final class JsonRoutes extends RequestMappingHandlerMapping {

        private final NamedPaths named = new NamedPaths();

        /** Preflights arrive here only if no origin is allowed. Spring would refuse them without a problem. */
        JsonRoutes() {
            setCorsProcessor((_, _) -> {
                throw Problem.of(ProblemType.ORIGIN_NOT_ALLOWED).exception();
            });
        }

        @Override
        protected @Nullable RequestMappingInfo getMappingForMethod(Method method, Class<?> handlerType) {
            RequestMappingInfo route = super.getMappingForMethod(method, handlerType);
            if (route == null) {
                return null;
            }
            RequestMappingInfo.Builder json = route.mutate();
            if (route.getProducesCondition().isEmpty()) {
                json.produces(MediaType.APPLICATION_JSON_VALUE);
            }
            if (hasBody(method)) {
                json.consumes(MediaType.APPLICATION_JSON_VALUE);
            }
            return json.build();
        }

        private static boolean hasBody(Method method) {
            return Arrays.stream(method.getParameters())
                    .anyMatch(parameter -> parameter.isAnnotationPresent(RequestBody.class));
        }

        /** A missing body is no fault of its type: the route is found, and then fails to read the body. */
        @Override
        protected void registerHandlerMethod(Object handler, Method method, RequestMappingInfo route) {
            super.registerHandlerMethod(handler, method, route);
            route.getConsumesCondition().setBodyRequired(false);
            named.add(route);
        }

        @Override
        protected @Nullable RequestMappingInfo getMatchingMapping(
                RequestMappingInfo route, ServerWebExchange exchange) {
            RequestMappingInfo match = super.getMatchingMapping(route, exchange);
            return match == null || named.hides(match, exchange) ? null : match;
        }

        /**
         * Refuses a {@code ;} in the path. Spring would ignore it and all that follows in its segment, so that the path
         * of the charger {@code CP;1} would name the charger {@code CP}.
         */
        @Override
        public Mono<HandlerMethod> getHandlerInternal(ServerWebExchange exchange) {
            return exchange.getRequest().getPath().value().contains(";")
                    ? Mono.error(() -> Problem.of(ProblemType.NOT_FOUND, "A ; in the path must be sent as %3B.")
                            .exception())
                    : super.getHandlerInternal(exchange);
        }

        @Override
        protected @Nullable HandlerMethod handleNoMatch(Set<RequestMappingInfo> routes, ServerWebExchange exchange)
                throws Exception {
            Set<RequestMappingInfo> possible = routes.stream()
                    .filter(route -> !named.hides(route, exchange))
                    .collect(Collectors.toUnmodifiableSet());
            HandlerMethod handler = super.handleNoMatch(possible, exchange);
            HttpHeaders headers = exchange.getResponse().getHeaders();
            // Spring sends an empty list for paths without PATCH, which RFC 5789 does not allow.
            exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> removeEmptyAcceptPatch(headers)));
            return handler;
        }

        private static void removeEmptyAcceptPatch(HttpHeaders headers) {
            if (headers.getAcceptPatch().isEmpty()) {
                headers.remove(HttpHeaders.ACCEPT_PATCH);
            }
        }

        @Override
        protected void handleMatch(RequestMappingInfo route, HandlerMethod handler, ServerWebExchange exchange) {
            super.handleMatch(route, handler, exchange);
            MultiValueMap<String, String> query = exchange.getRequest().getQueryParams();
            if (!query.isEmpty() && isOfApi(route) && !readsParameters(handler)) {
                ListQuery.of(query).check();
            }
            List<MediaType> accepted = AcceptedTypes.of(exchange.getRequest().getHeaders());
            Set<MediaType> produced = route.getProducesCondition().getProducibleMediaTypes();
            if (!produced.isEmpty() && produced.stream().allMatch(type -> excludes(accepted, type))) {
                throw new NotAcceptableStatusException(List.copyOf(produced));
            }
        }

        /** The pages for browsers ignore parameters that others added to their address. */
        private static boolean isOfApi(RequestMappingInfo route) {
            return route.getPatternsCondition().getPatterns().stream()
                    .map(PathPattern::getPatternString)
                    .anyMatch(path -> path.startsWith("/api/") || path.startsWith("/admin/"));
        }

        private static boolean readsParameters(HandlerMethod handler) {
            return Arrays.stream(handler.getMethodParameters())
                    .anyMatch(parameter -> parameter.hasParameterAnnotation(RequestParam.class));
        }

        /** Whether the most specific range has the weight 0 (RFC 9110, 12.4.2), which Spring does not consider. */
        private static boolean excludes(List<MediaType> accepted, MediaType type) {
            return accepted.stream()
                    .filter(range -> range.includes(type))
                    .max(Comparator.comparing(MediaType::isWildcardType, Comparator.reverseOrder())
                            .thenComparing(MediaType::isWildcardSubtype, Comparator.reverseOrder()))
                    .filter(range -> range.getQualityValue() == 0)
                    .isPresent();
        }
    }
}
