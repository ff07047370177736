package io.plugstream.gateway.handshake;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.shield.ClientAddress;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.server.HandshakeInterceptor;

/** Accepts WebSocket handshakes of registered chargers with valid credentials and refuses all others. */
@Component
public final class ChargerHandshake implements HandshakeInterceptor {

    private static final Logger log = LoggerFactory.getLogger(ChargerHandshake.class);
    private static final String CHALLENGE = "Basic realm=\"Plugstream\", charset=\"UTF-8\"";
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";
    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final HandshakeVerifier verifier;
    private final FailedHandshakes failures;
    private final Refusals refusals;
    private final ClientAddress addresses;
    private final Admission admission;
    private final HandshakeProperties properties;
    private final MeterRegistry meters;
    private final AtomicBoolean stopping = new AtomicBoolean();

    ChargerHandshake(
            HandshakeVerifier verifier,
            FailedHandshakes failures,
            Refusals refusals,
            ClientAddress addresses,
            Admission admission,
            HandshakeProperties properties,
            MeterRegistry meters) {
        this.verifier = verifier;
        this.failures = failures;
        this.refusals = refusals;
        this.addresses = addresses;
        this.admission = admission;
        this.properties = properties;
        this.meters = meters;
    }

    @EventListener(ContextClosedEvent.class)
    void stopAccepting() {
        stopping.set(true);
    }

    @Override
    public boolean beforeHandshake(
            ServerHttpRequest request,
            ServerHttpResponse response,
            WebSocketHandler handler,
            Map<String, Object> attributes) {
        switch (verifyPatiently(request)) {
            case Verdict.Welcome(var charger) -> {
                attributes.put(AuthenticatedCharger.ATTRIBUTE, charger);
                attributes.put(Refusals.ADDRESS, address(request));
                count("welcome");
                return true;
            }
            case Verdict.Unavailable() -> {
                response.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(retryAfter()));
                refuse(request, response, HttpStatus.SERVICE_UNAVAILABLE);
            }
            case Verdict.Refused(var status, var reason) -> refuseFailed(request, response, status, reason);
        }
        return false;
    }

    /**
     * A registration or password may be new, and its record on its way. So a refusal is checked again for a while, but
     * not for an address that has failed too often.
     */
    private Verdict verifyPatiently(ServerHttpRequest request) {
        Verdict verdict = verify(request);
        long begun = System.nanoTime();
        while (verdict instanceof Verdict.Refused refused
                && mayLag(request, refused.reason())
                && System.nanoTime() - begun < PATIENCE.toNanos()
                && !failures.isExhausted(address(request))) {
            LockSupport.parkNanos(PAUSE.toNanos());
            verdict = verify(request);
        }
        return verdict;
    }

    private static boolean mayLag(ServerHttpRequest request, Reason reason) {
        return reason == Reason.UNKNOWN_ID
                || (reason == Reason.WRONG_PASSWORD && request.getHeaders().containsHeader(HttpHeaders.AUTHORIZATION));
    }

    private Verdict verify(ServerHttpRequest request) {
        if (stopping.get() || admission.isQueueFull()) {
            return new Verdict.Unavailable();
        }
        String authorization = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        return verifier.verify(
                request.getURI().getRawPath(), new HandshakeVerifier.Credentials(authorization, certificate(request)));
    }

    private static @Nullable X509Certificate certificate(ServerHttpRequest request) {
        return request instanceof ServletServerHttpRequest servlet
                        && servlet.getServletRequest().getAttribute(CERTIFICATES) instanceof X509Certificate[] chain
                ? chain[0]
                : null;
    }

    private long retryAfter() {
        if (admission.isQueueFull()) {
            return admission
                    .nextRetryAfter(properties.retryAfter())
                    .plusMillis(999)
                    .toSeconds();
        }
        long seconds = properties.retryAfter().toSeconds();
        return ThreadLocalRandom.current().nextLong(seconds, 2 * seconds + 1);
    }

    private void refuseFailed(
            ServerHttpRequest request, ServerHttpResponse response, HttpStatus status, Reason reason) {
        String address = address(request);
        boolean tooOften = !failures.count(address);
        refusals.refused(request.getURI().getRawPath(), tooOften ? Reason.TOO_MANY_ATTEMPTS : reason, address);
        if (tooOften) {
            response.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(failures.secondsToNextMinute()));
            refuse(request, response, HttpStatus.TOO_MANY_REQUESTS);
            return;
        }
        if (status == HttpStatus.UNAUTHORIZED) {
            response.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
        }
        refuse(request, response, status);
    }

    private void refuse(ServerHttpRequest request, ServerHttpResponse response, HttpStatus status) {
        response.setStatusCode(status);
        count(Integer.toString(status.value()));
        log.atDebug()
                .addKeyValue("status", status.value())
                .addKeyValue("address", address(request))
                .log("Handshake refused");
    }

    private String address(ServerHttpRequest request) {
        return addresses.of(request.getRemoteAddress(), request.getHeaders().getOrEmpty(ClientAddress.HEADER));
    }

    private void count(String outcome) {
        Counter.builder("plugstream.gateway.handshakes")
                .description("Handshakes of chargers, by status or welcome")
                .tag("outcome", outcome)
                .register(meters)
                .increment();
    }

    @Override
    public void afterHandshake(
            ServerHttpRequest request,
            ServerHttpResponse response,
            WebSocketHandler handler,
            @Nullable Exception exception) {
        // Nothing to do: the connection begins when the WebSocket is open.
    }
}
