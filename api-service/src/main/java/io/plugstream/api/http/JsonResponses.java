package io.plugstream.api.http;

import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ServerWebExchange;

/**
 * Makes JSON the default response type of routes. A client that does not accept JSON is then refused before any work is
 * done.
 */
@Component
class JsonResponses implements WebFluxRegistrations {

    @Override
    public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        return new JsonRoutes();
    }

    private static final class JsonRoutes extends RequestMappingHandlerMapping {

        @Override
        protected @Nullable RequestMappingInfo getMappingForMethod(Method method, Class<?> handlerType) {
            RequestMappingInfo route = super.getMappingForMethod(method, handlerType);
            return route == null || !route.getProducesCondition().isEmpty() ? route : json(route);
        }

        @Override
        protected void handleMatch(RequestMappingInfo route, HandlerMethod handler, ServerWebExchange exchange) {
            super.handleMatch(route, handler, exchange);
            List<MediaType> accepted = exchange.getRequest().getHeaders().getAccept();
            Set<MediaType> produced = route.getProducesCondition().getProducibleMediaTypes();
            if (!produced.isEmpty() && produced.stream().allMatch(type -> excludes(accepted, type))) {
                throw new NotAcceptableStatusException(List.copyOf(produced));
            }
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

        private RequestMappingInfo json(RequestMappingInfo route) {
            return route.mutate().produces(MediaType.APPLICATION_JSON_VALUE).build();
        }
    }
}
