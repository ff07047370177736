package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.shield.ClientAddress;
import io.plugstream.base.shield.ShieldProperties;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.handler.AbstractWebSocketHandler;

class ChargerHandshakeTest {

    private static final Verdict UNKNOWN = new Verdict.Refused(HttpStatus.NOT_FOUND, Reason.UNKNOWN_ID);
    private static final Verdict WRONG_PATH = new Verdict.Refused(HttpStatus.NOT_FOUND, Reason.WRONG_PATH);
    private static final Verdict WRONG_PASSWORD = new Verdict.Refused(HttpStatus.UNAUTHORIZED, Reason.WRONG_PASSWORD);
    private static final Verdict WELCOME = new Verdict.Welcome(new AuthenticatedCharger(
            new ChargerId("demo", "CP"), new ChargerRegistration("demo", "CP", Mode.LIVE, "", Instant.EPOCH), null));
    private static final WebSocketHandler HANDLER = new AbstractWebSocketHandler() {};

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ShieldProperties shield = new ShieldProperties(1, List.of());
    private final FailedHandshakes failures = new FailedHandshakes(shield, () -> Instant.EPOCH);
    private final Deque<Verdict> verdicts = new ArrayDeque<>();

    @Test
    void aChargerMayConnectRightAfterItsRegistration() {
        verdicts.addAll(List.of(UNKNOWN, UNKNOWN, WELCOME));

        assertThat(shakeHands()).isEqualTo(200);
    }

    @Test
    void aWrongPathIsRefusedAtOnce() {
        verdicts.addAll(List.of(WRONG_PATH, WELCOME));

        assertThat(shakeHands()).isEqualTo(404);
    }

    @Test
    void aMissingPasswordIsRefusedAtOnce() {
        verdicts.addAll(List.of(WRONG_PASSWORD, WELCOME));

        assertThat(shakeHands()).isEqualTo(401);
    }

    @Test
    void anAddressThatFailedTooOftenIsRefusedAtOnce() {
        verdicts.addAll(List.of(UNKNOWN, WELCOME));
        assertThat(failures.count("127.0.0.1")).isTrue();

        assertThat(shakeHands()).isEqualTo(429);
    }

    private int shakeHands() {
        MockHttpServletResponse response = new MockHttpServletResponse();
        boolean accepted = handshake()
                .beforeHandshake(
                        new ServletServerHttpRequest(new MockHttpServletRequest("GET", "/")),
                        new ServletServerHttpResponse(response),
                        HANDLER,
                        new HashMap<>());
        assertThat(accepted).isEqualTo(response.getStatus() == 200);
        return response.getStatus();
    }

    @SuppressWarnings("NullAway") // the path names no organisation, so nothing is published
    private ChargerHandshake handshake() {
        HandshakeVerifier verifier = new HandshakeVerifier(null, null) {
            @Override
            Verdict verify(String rawPath, Credentials credentials) {
                return verdicts.remove();
            }
        };
        return new ChargerHandshake(
                verifier,
                failures,
                new Refusals(null, null, null, null, Clock.systemUTC(), meters),
                new ClientAddress(shield),
                new Admission(new AdmissionProperties(1, 10, Duration.ofSeconds(10), 400), meters),
                new HandshakeProperties(Duration.ofSeconds(1), Duration.ofSeconds(1), Set.of()),
                meters);
    }
}
