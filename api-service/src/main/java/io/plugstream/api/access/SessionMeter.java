package io.plugstream.api.access;

import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Counts the calls of the portal's sessions. */
public interface SessionMeter {

    /** Counts a call, whatever its result will be. Fails with a problem if the session made too many. */
    Mono<Void> count(ServerWebExchange exchange, PortalSession session);
}
