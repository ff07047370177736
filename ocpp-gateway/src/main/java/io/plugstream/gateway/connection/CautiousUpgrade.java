package io.plugstream.gateway.connection;

import io.plugstream.gateway.protocol.Protocol;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.socket.WebSocketExtension;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.server.standard.StandardWebSocketUpgradeStrategy;

/**
 * Upgrades without any extension, whatever the charger offers, unless the protocol has compression. Tomcat reads the offers
 * from the request and accepts what it can do itself, without asking anybody, so that the request must not show them (ADR
 * 0050).
 */
final class CautiousUpgrade extends StandardWebSocketUpgradeStrategy {

    private static final String OFFERS = "Sec-WebSocket-Extensions";

    private final Protocols protocols;

    CautiousUpgrade(Protocols protocols) {
        this.protocols = protocols;
    }

    @Override
    public List<WebSocketExtension> getSupportedExtensions(ServerHttpRequest request) {
        return List.of();
    }

    @Override
    public void upgrade(
            ServerHttpRequest request,
            ServerHttpResponse response,
            @Nullable String selectedProtocol,
            List<WebSocketExtension> selectedExtensions,
            @Nullable Principal user,
            WebSocketHandler handler,
            Map<String, Object> attributes) {
        boolean mayCompress =
                protocols.named(selectedProtocol).map(Protocol::mayCompress).orElse(false);
        ServerHttpRequest shown =
                mayCompress ? request : new ServletServerHttpRequest(new WithoutOffers(getHttpServletRequest(request)));
        super.upgrade(shown, response, selectedProtocol, List.of(), user, handler, attributes);
    }

    private static final class WithoutOffers extends HttpServletRequestWrapper {

        WithoutOffers(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable String getHeader(String name) {
            return OFFERS.equalsIgnoreCase(name) ? null : super.getHeader(name);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            return OFFERS.equalsIgnoreCase(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
        }
    }
}
