package io.plugstream.gateway.handshake;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Closes connections of clients that take too long for a handshake. */
@Component
final class HandshakeServer implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private final HandshakeProperties properties;

    HandshakeServer(HandshakeProperties properties) {
        this.properties = properties;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setProtocol(HeaderTimeoutProtocol.class.getName());
        factory.addConnectorCustomizers(connector -> {
            HeaderTimeoutProtocol protocol = (HeaderTimeoutProtocol) connector.getProtocolHandler();
            protocol.setHeaderTimeout(properties.headerTimeout());
            // Handshakes have no body. The rest of one is not awaited.
            protocol.setMaxSwallowSize(0);
        });
    }
}
