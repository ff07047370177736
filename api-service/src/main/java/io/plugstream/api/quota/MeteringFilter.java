package io.plugstream.api.quota;

import io.plugstream.api.access.AddressShield;
import io.plugstream.api.access.Caller;
import io.plugstream.api.access.Paths;
import io.plugstream.api.access.PortalCookies;
import io.plugstream.api.access.PortalSession;
import io.plugstream.api.access.SessionDirectory;
import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.JsonBody;
import io.plugstream.api.http.OrderedFilter;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Meters calls after authentication and before routing and validation, so that a call is counted whatever its result.
 */
@Component
class MeteringFilter implements OrderedFilter {

    private final Metering metering;
    private final AddressShield shield;
    private final PortalCookies cookies;
    private final SessionDirectory sessions;

    MeteringFilter(Metering metering, AddressShield shield, PortalCookies cookies, SessionDirectory sessions) {
        this.metering = metering;
        this.shield = shield;
        this.cookies = cookies;
        this.sessions = sessions;
    }

    @Override
    public FilterOrder place() {
        return FilterOrder.METERING;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (Paths.isManagement(exchange)) {
            return chain.filter(exchange);
        }
        // A session's calls were counted when it was identified, because some are refused then.
        if (PortalSession.of(exchange) != null || Paths.OPERATOR_API.matches(exchange)) {
            return bounded(exchange, chain);
        }
        Caller caller = Caller.of(exchange);
        if (caller == null) {
            return anonymous(exchange, chain);
        }
        return Paths.DOCUMENTS.matches(exchange) ? bounded(exchange, chain) : metered(exchange, chain, caller);
    }

    private Mono<Void> metered(ServerWebExchange exchange, WebFilterChain chain, Caller caller) {
        return admission(exchange, caller).publishOn(EventLoops.of(exchange)).flatMap(admission -> {
            RateLimitFilter.set(exchange, admission.rateLimit());
            return switch (admission) {
                case Admission.Admitted _ -> bounded(exchange, chain);
                case Admission.Refused(RateLimit limit) -> Mono.error(exceeded(limit));
                case Admission.Undecided _ ->
                    Mono.error(Problem.of(ProblemType.UNAVAILABLE).exception());
            };
        });
    }

    /** Admits the revocation of a key always: a thief could otherwise prevent it by using up the allowance. */
    private Mono<Admission> admission(ServerWebExchange exchange, Caller caller) {
        boolean revokes = HttpMethod.DELETE.equals(exchange.getRequest().getMethod())
                && caller.credential() == Caller.Credential.ID_TOKEN
                && Paths.API_KEY.matches(exchange);
        return revokes
                ? metering.admitRegardless(caller.organisationId(), caller.tier())
                : metering.admit(caller.organisationId(), caller.tier(), Paths.USAGE.matches(exchange));
    }

    private Mono<Void> anonymous(ServerWebExchange exchange, WebFilterChain chain) {
        AddressShield.FailureCount failures = shield.failures(exchange.getRequest());
        if (!failures.isUsedUp() || showsSession(exchange)) {
            return bounded(exchange, chain);
        }
        return Mono.error(failures.exception());
    }

    /** The portal's pages and its sign-out identify no session, but their requests show it. */
    private boolean showsSession(ServerWebExchange exchange) {
        return cookies.session(exchange.getRequest())
                .filter(sessions::isRemembered)
                .isPresent();
    }

    private static Mono<Void> bounded(ServerWebExchange exchange, WebFilterChain chain) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        if (headers.getContentLength() > JsonBody.MOST_BYTES) {
            return Mono.error(Problem.of(ProblemType.CONTENT_TOO_LARGE).exception());
        }
        if (isCompressed(headers)) {
            return Mono.error(Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE, "Bodies must not be compressed.")
                    .exception()
                    .header(HttpHeaders.ACCEPT_ENCODING, "identity"));
        }
        return isIgnored(exchange.getRequest())
                ? skipped(exchange.getRequest()).then(Mono.defer(() -> chain.filter(exchange)))
                : chain.filter(exchange);
    }

    /** Whether the request has a body of unknown length that no controller reads. */
    private static boolean isIgnored(ServerHttpRequest request) {
        return request.getHeaders().containsHeader(HttpHeaders.TRANSFER_ENCODING)
                && !JsonBody.METHODS.contains(request.getMethod());
    }

    /** Reads the body only to refuse one that is too long, or that does not arrive completely. */
    private static Mono<Void> skipped(ServerHttpRequest request) {
        return DataBufferUtils.join(request.getBody(), JsonBody.MOST_BYTES)
                .doOnNext(DataBufferUtils::release)
                .then();
    }

    private static boolean isCompressed(HttpHeaders headers) {
        boolean hasBody = headers.getContentLength() > 0 || headers.containsHeader(HttpHeaders.TRANSFER_ENCODING);
        String encoding = headers.getFirst(HttpHeaders.CONTENT_ENCODING);
        return hasBody && encoding != null && !encoding.equalsIgnoreCase("identity");
    }

    private static ProblemException exceeded(RateLimit limit) {
        return Problem.of(
                        ProblemType.QUOTA_EXCEEDED,
                        "All " + limit.limit()
                                + " calls of this UTC day are used up; the next day begins at 00:00 UTC, in "
                                + limit.reset() + " seconds.")
                .exception()
                .header(HttpHeaders.RETRY_AFTER, Long.toString(limit.reset()));
    }
}
