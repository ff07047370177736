package io.plugstream.api.charger;

import io.plugstream.api.identity.Caller;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Mono;

/** Gives a charger its password and tells where it connects. */
@Component
class ChargerRegistrar {

    private final Chargers chargers;
    private final String connectionUrl;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    ChargerRegistrar(Chargers chargers, ChargerProperties properties, Clock clock) {
        this.chargers = chargers;
        this.connectionUrl = properties.connectionUrl().replaceAll("/+$", "");
        this.clock = clock;
    }

    Mono<RegisteredCharger> register(Caller caller, NewCharger wanted) {
        ChargerPassword password = ChargerPassword.random(random);
        Instant createdAt = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        RegisteredCharger registered = new RegisteredCharger(
                wanted.chargeBoxId(),
                wanted.name(),
                connectionUrl + '/' + encode(caller.organisationId()) + '/' + encode(wanted.chargeBoxId()),
                password.text(),
                createdAt);
        return chargers.register(caller, wanted, password, createdAt).thenReturn(registered);
    }

    /** Empty if the caller has no such charger. */
    Mono<ChargerPassword> newPassword(Caller caller, String chargeBoxId) {
        ChargerPassword password = ChargerPassword.random(random);
        return chargers.changePassword(caller, chargeBoxId, password).map(_ -> password);
    }

    private static String encode(String segment) {
        return UriUtils.encode(segment, StandardCharsets.UTF_8);
    }
}
