package io.plugstream.api.http;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

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

        private RequestMappingInfo json(RequestMappingInfo route) {
            return route.mutate().produces(MediaType.APPLICATION_JSON_VALUE).build();
        }
    }
}
