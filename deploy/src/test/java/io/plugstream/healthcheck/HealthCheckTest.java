package io.plugstream.healthcheck;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthCheckTest {

    private HttpServer server;
    private int port;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/ready", 200);
        answer("/away", 503);
        server.start();
        port = server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void only200IsHealthy() {
        assertThat(HealthCheck.isOk(port, "/ready")).isTrue();
        assertThat(HealthCheck.isOk(port, "/away")).isFalse();
        assertThat(HealthCheck.isOk(port, "/elsewhere")).isFalse();
    }

    @Test
    void aClosedPortIsNotHealthy() {
        server.stop(0);

        assertThat(HealthCheck.isOk(port, "/ready")).isFalse();
    }

    private void answer(String path, int status) {
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
    }
}
