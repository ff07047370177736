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
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.socket.WebSocketExtension;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.server.standard.StandardWebSocketUpgradeStrategy;

/**
 * Upgrades without WebSocket extensions, unless the protocol has compression. Tomcat accepts each offered extension
 * that it supports, so the offers must be hidden from it (ADR 50). The headers are not kept after the handshake.
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
        ServerHttpRequest shown = new WithoutHeaders(new HeadersByName(getHttpServletRequest(request), mayCompress));
        super.upgrade(shown, response, selectedProtocol, List.of(), user, handler, attributes);
    }

    /** Shows Spring no headers, because it would keep them for as long as the connection lasts. */
    private static final class WithoutHeaders extends ServletServerHttpRequest {

        WithoutHeaders(HttpServletRequest request) {
            super(request);
        }

        @Override
        public HttpHeaders getHeaders() {
            return HttpHeaders.EMPTY;
        }
    }

    /**
     * Shows Tomcat only headers that it requests by name. If it could list them, it would keep a copy, with the
     * charger's password, for as long as the connection lasts.
     */
    static final class HeadersByName extends HttpServletRequestWrapper {

        private final boolean mayCompress;

        HeadersByName(HttpServletRequest request, boolean mayCompress) {
            super(request);
            this.mayCompress = mayCompress;
        }

        @Override
        public Enumeration<String> getHeaderNames() {
            return Collections.emptyEnumeration();
        }

        @Override
        public @Nullable String getHeader(String name) {
            return isHidden(name) ? null : super.getHeader(name);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            return isHidden(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
        }

        private boolean isHidden(String name) {
            return !mayCompress && OFFERS.equalsIgnoreCase(name);
        }
    }
}
