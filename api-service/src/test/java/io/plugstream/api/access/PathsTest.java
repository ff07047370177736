package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;

class PathsTest {

    @AutoClose
    private final AnnotationConfigReactiveWebServerApplicationContext api =
            new AnnotationConfigReactiveWebServerApplicationContext();

    @AutoClose
    private final AnnotationConfigReactiveWebServerApplicationContext management =
            new AnnotationConfigReactiveWebServerApplicationContext();

    /** On the API's own port, its paths are unknown ones, whose calls are authenticated and counted. */
    @Test
    void theActuatorIsOnTheManagementPortOnly() {
        management.setServerNamespace("management");

        assertThat(Paths.isManagement(request("/actuator/health", management))).isTrue();
        assertThat(Paths.isManagement(request("/api/v1/usage", management))).isFalse();
        assertThat(Paths.isManagement(request("/actuator/health", api))).isFalse();
    }

    private static ServerWebExchange request(String path, AnnotationConfigReactiveWebServerApplicationContext context) {
        return MockServerWebExchange.builder(MockServerHttpRequest.get(path))
                .applicationContext(context)
                .build();
    }
}
