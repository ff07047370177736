package io.plugstream.api.access;

import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.organisation.Organisations;
import io.plugstream.model.organisation.Mode;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Requests of the portal's pages. They authenticate by session cookie only and are forwarded to the public API's
 * handlers: {@code /portal/api/live/chargers} becomes {@code /api/v1/chargers} of the session's organisation.
 */
@Component
class PortalCalls {

    private final PortalProperties properties;
    private final PortalCookies cookies;
    private final SameOrigin sameOrigin;
    private final SessionDirectory sessions;
    private final SessionMeter meter;
    private final Organisations organisations;
    private final Refusals refusals;

    PortalCalls(
            PortalProperties properties,
            PortalCookies cookies,
            SameOrigin sameOrigin,
            SessionDirectory sessions,
            SessionMeter meter,
            Organisations organisations,
            Refusals refusals) {
        this.properties = properties;
        this.cookies = cookies;
        this.sameOrigin = sameOrigin;
        this.sessions = sessions;
        this.meter = meter;
        this.organisations = organisations;
        this.refusals = refusals;
    }

    boolean include(ServerWebExchange exchange) {
        return PortalPath.matches(exchange.getRequest().getURI().getRawPath()) && properties.isOn();
    }

    Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        Optional<String> shown = cookies.session(request);
        if (CredentialReader.read(request.getHeaders()).isPresent()) {
            return refusals.unauthenticated(exchange);
        }
        if (shown.isEmpty()) {
            boolean asks = request.getURI().getRawPath().equals(PortalPath.SESSION);
            return asks && !refusals.isLimitReached(exchange)
                    ? refusals.notSignedIn(exchange)
                    : refusals.unauthenticated(exchange);
        }
        if (!sameOrigin.allows(request)) {
            return Mono.error(SameOrigin.refusal());
        }
        if (refusals.isLimitReached(exchange) && !sessions.isRemembered(shown.get())) {
            return refusals.unauthenticated(exchange);
        }
        return sessions.find(shown.get())
                .switchIfEmpty(Mono.defer(() -> refusals.unauthenticated(exchange)))
                .flatMap(session ->
                        meter.count(exchange, session).then(Mono.defer(() -> pass(exchange, chain, session))));
    }

    private Mono<Void> pass(ServerWebExchange exchange, WebFilterChain chain, PortalSession session) {
        session.setOn(exchange);
        Optional<PortalPath> wanted =
                PortalPath.of(exchange.getRequest().getURI().getRawPath());
        if (wanted.isEmpty()) {
            return Mono.error(Problem.of(ProblemType.NOT_FOUND).exception());
        }
        ServerWebExchange meant = exchange.mutate()
                .request(request -> request.path(wanted.get().path()))
                .build();
        if (Paths.OPERATOR_API.matches(meant) && !session.operator()) {
            return refusals.denied(meant);
        }
        Mode mode = wanted.get().mode();
        if (mode == null) {
            return chain.filter(meant);
        }
        HttpHeaders answer = exchange.getResponse().getHeaders();
        exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> relocate(answer, mode)));
        return asCaller(meant, chain, session, mode);
    }

    /** Names a created resource by the address that the portal's session can read. */
    private static void relocate(HttpHeaders answer, Mode mode) {
        URI location = answer.getLocation();
        if (location != null) {
            answer.setLocation(URI.create(PortalPath.of(location, mode)));
        }
    }

    private Mono<Void> asCaller(ServerWebExchange exchange, WebFilterChain chain, PortalSession session, Mode mode) {
        @Nullable String organisationId = session.organisationId();
        if (organisationId == null) {
            return Mono.error(Problem.of(ProblemType.NOT_FOUND, "The signed-in operator belongs to no organisation.")
                    .exception());
        }
        return organisations.findOrCreate(organisationId).flatMap(organisation -> {
            new Caller(
                            organisation.id(),
                            organisation.tier(),
                            mode,
                            Caller.Credential.SESSION,
                            session.subject(),
                            session.operator())
                    .setOn(exchange);
            return chain.filter(exchange);
        });
    }
}
