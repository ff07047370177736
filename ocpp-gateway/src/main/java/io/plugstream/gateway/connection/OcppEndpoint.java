package io.plugstream.gateway.connection;

import io.plugstream.gateway.handshake.ChargerHandshake;
import java.util.List;
import java.util.Map;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.socket.server.standard.ServletServerContainerFactoryBean;
import org.springframework.web.socket.server.support.DefaultHandshakeHandler;
import org.springframework.web.socket.server.support.WebSocketHttpRequestHandler;

/** The WebSocket server at {@code /ocpp/{organisationId}/{chargeBoxId}}. */
@Configuration(proxyBeanMethods = false)
class OcppEndpoint {

    /**
     * Sizes of a socket's own buffers: two-byte characters for text, bytes for binary. Longer frames arrive in parts.
     */
    private static final int TEXT_BUFFER = 512;

    private static final int BINARY_BUFFER = 128;

    /**
     * Bytes of each of Tomcat's three buffers for a WebSocket; the default is 8 KB. Longer messages to a charger are
     * sent in parts, which some chargers do not accept, so almost every command should fit.
     */
    private static final String SOCKET_BUFFER = "3072";

    /** Bytes of each of the two buffers of the socket below; the default is 8 KB. TLS allocates what it needs. */
    private static final String CHANNEL_BUFFER = "1024";

    @Bean
    HandlerMapping ocppMapping(OcppWebSocketHandler handler, ChargerHandshake handshake, Protocols protocols) {
        Inflation.register();
        DefaultHandshakeHandler handshakes = new DefaultHandshakeHandler(new CautiousUpgrade(protocols));
        handshakes.setSupportedProtocols(protocols.names());
        WebSocketHttpRequestHandler requests = new WebSocketHttpRequestHandler(handler, handshakes);
        requests.setHandshakeInterceptors(List.of(handshake));
        // The second pattern is for chargers whose base URL ends with a slash, to which they append another one.
        SimpleUrlHandlerMapping mapping =
                new SimpleUrlHandlerMapping(Map.of("/ocpp/**", requests, "//ocpp/**", requests));
        mapping.setOrder(0);
        return mapping;
    }

    @Bean
    ServletServerContainerFactoryBean webSocketBuffers() {
        ServletServerContainerFactoryBean container = new ServletServerContainerFactoryBean();
        container.setMaxTextMessageBufferSize(TEXT_BUFFER);
        container.setMaxBinaryMessageBufferSize(BINARY_BUFFER);
        return container;
    }

    /** Makes idle sockets small. Tomcat reads the size of WebSocket buffers only from this system property. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> smallBuffers() {
        System.setProperty("org.apache.tomcat.websocket.DEFAULT_BUFFER_SIZE", SOCKET_BUFFER);
        return factory -> factory.addConnectorCustomizers(connector -> {
            connector.setProperty("socket.appReadBufSize", CHANNEL_BUFFER);
            connector.setProperty("socket.appWriteBufSize", CHANNEL_BUFFER);
        });
    }

    /** Passes escaped slashes and backslashes to the gateway, which answers that there is no such charger. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> escapedSlashes() {
        return factory -> factory.addConnectorCustomizers(connector -> {
            connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
            connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
        });
    }
}
