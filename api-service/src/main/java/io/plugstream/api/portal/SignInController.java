package io.plugstream.api.portal;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.access.AddressShield;
import io.plugstream.api.access.PortalCookies;
import io.plugstream.api.access.PortalProperties;
import io.plugstream.api.access.PortalSession;
import io.plugstream.api.access.SameOrigin;
import io.plugstream.api.access.SessionDirectory;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Sign-in and sign-out by OpenID Connect's code flow with PKCE, on the server. Browsers get a cookie, never a token.
 */
@RestController
final class SignInController {

    private static final Logger log = LoggerFactory.getLogger(SignInController.class);

    private final PortalProperties properties;
    private final Provider provider;
    private final SignIn signIn;
    private final Sessions sessions;
    private final PortalCookies cookies;
    private final SameOrigin sameOrigin;
    private final AddressShield shield;
    private final Counter succeeded;
    private final Counter refused;

    SignInController(
            PortalProperties properties,
            Provider provider,
            SignIn signIn,
            Sessions sessions,
            PortalCookies cookies,
            SameOrigin sameOrigin,
            AddressShield shield,
            MeterRegistry meters) {
        this.properties = properties;
        this.provider = provider;
        this.signIn = signIn;
        this.sessions = sessions;
        this.cookies = cookies;
        this.sameOrigin = sameOrigin;
        this.shield = shield;
        this.succeeded = signIns(meters, "success");
        this.refused = signIns(meters, "failure");
    }

    private static Counter signIns(MeterRegistry meters, String result) {
        return Counter.builder("plugstream.api.portal.sign.ins")
                .description("Sign-ins that the identity provider answered, by result")
                .tag("result", result)
                .register(meters);
    }

    /** Sends the browser to the identity provider. */
    @GetMapping(path = "/portal/sign-in", produces = MediaType.TEXT_HTML_VALUE)
    Mono<ResponseEntity<byte[]>> begin(@RequestParam MultiValueMap<String, String> parameters) {
        PortalPages.requirePortal(properties);
        SignInAttempt attempt = SignInAttempt.begin(ReturnPath.of(parameters.getFirst("to")));
        return provider.signIn(attempt)
                .map(place -> ResponseEntity.status(HttpStatus.SEE_OTHER)
                        .header(
                                HttpHeaders.SET_COOKIE,
                                cookies.signIn(attempt.kept()).toString())
                        .location(place)
                        .<byte[]>build())
                .onErrorResume(ProviderFault.class, e -> Mono.just(page(e)));
    }

    /** The redirect URI of the identity provider's authorization responses. */
    @GetMapping(path = "/portal/callback", produces = MediaType.TEXT_HTML_VALUE)
    Mono<ResponseEntity<byte[]>> complete(
            @RequestParam MultiValueMap<String, String> parameters, ServerHttpRequest request) {
        PortalPages.requirePortal(properties);
        // Failed until it succeeds: each costs a request to the provider, and anybody can make codes up.
        AddressShield.Attempt authentication = shield.begin(request);
        if (authentication.failures().isExceeded()) {
            return Mono.error(authentication.failures().exception());
        }
        Optional<SignInAttempt> attempt = cookies.signIn(request).flatMap(SignInAttempt::parse);
        Optional<AuthorizationResponse> response = AuthorizationResponse.of(parameters);
        if (attempt.isEmpty() || response.isEmpty()) {
            return Mono.just(refusal());
        }
        return signIn.complete(attempt.get(), response.get())
                .map(secret -> signedIn(secret, attempt.get().to()))
                .doOnNext(_ -> authentication.didNotFail())
                .switchIfEmpty(Mono.fromSupplier(this::refusal))
                .doOnError(failure -> !isRejection(failure), _ -> authentication.didNotFail())
                .onErrorResume(ProviderFault.class, e -> Mono.just(page(e)))
                .onErrorResume(
                        SignInController::isUnavailable, _ -> Mono.just(SignInPage.PROVIDER_UNAVAILABLE.response()));
    }

    /** Ends the session on all replicas, and returns the URL where the browser ends the provider's session. */
    @PostMapping("/portal/sign-out")
    Mono<ResponseEntity<SignedOut>> end(ServerHttpRequest request) {
        PortalPages.requirePortal(properties);
        if (!sameOrigin.allows(request)) {
            return Mono.error(SameOrigin.refusal());
        }
        SessionDirectory directory = sessions;
        return Mono.justOrEmpty(cookies.session(request))
                .flatMap(shown -> directory
                        .find(shown)
                        // Each costs a query, and anybody can make sessions up.
                        .switchIfEmpty(Mono.fromRunnable(() -> shield.failed(request))))
                .flatMap(sessions::end)
                .then(provider.signOut()
                        .onErrorResume(ProviderFault.class, _ -> Mono.empty())
                        .defaultIfEmpty(URI.create(ReturnPath.START.text())))
                .map(place -> ResponseEntity.ok()
                        .header(HttpHeaders.SET_COOKIE, cookies.noSession().toString())
                        .body(new SignedOut(place)));
    }

    /** Returns the person who is signed in. */
    @GetMapping("/portal/api/session")
    Who who(ServerWebExchange exchange) {
        PortalSession session = PortalSession.of(exchange);
        if (session == null) {
            throw Problem.of(ProblemType.NOT_FOUND).exception();
        }
        return new Who(
                session.subject(), session.name(), session.organisationId(), session.operator(), session.expiresAt());
    }

    private ResponseEntity<byte[]> signedIn(SessionSecret secret, ReturnPath to) {
        succeeded.increment();
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .header(
                        HttpHeaders.SET_COOKIE,
                        cookies.session(secret.text()).toString(),
                        cookies.noSignIn().toString())
                .location(URI.create(to.text()))
                .build();
    }

    private ResponseEntity<byte[]> refusal() {
        refused.increment();
        return SignInPage.NOT_VALID.response();
    }

    private static boolean isRejection(Throwable failure) {
        return failure instanceof ProviderFault fault && !fault.isUnavailable();
    }

    private ResponseEntity<byte[]> page(ProviderFault fault) {
        if (!fault.isUnavailable()) {
            refused.increment();
        }
        log.warn("A sign-in to the portal failed at the identity provider: {}", fault.getMessage());
        return (fault.isUnavailable() ? SignInPage.PROVIDER_UNAVAILABLE : SignInPage.PROVIDER_REFUSES).response();
    }

    private static boolean isUnavailable(Throwable failure) {
        return failure instanceof ProblemException problem && problem.problem().kind() == ProblemType.UNAVAILABLE;
    }

    /** @param continueAt the browser's next URL: at the identity provider, or the portal */
    record SignedOut(URI continueAt) {}

    record Who(
            String subject,
            @Nullable String name,
            @Nullable String organisationId,
            boolean operator,
            Instant expiresAt) {}
}
