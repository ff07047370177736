package io.plugstream.gateway.handshake;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Holds handshakes against the registrations. */
@Component
class Gatekeeper {

    private final TopicTable<ChargerId, ChargerRegistration> registrations;

    Gatekeeper(TopicTable<ChargerId, ChargerRegistration> registrations) {
        this.registrations = registrations;
    }

    Verdict judge(String rawPath, @Nullable String authorization) {
        if (!registrations.isCaughtUp()) {
            return new Verdict.Unavailable();
        }
        return ChargerPath.parse(rawPath)
                .map(charger -> judge(charger, authorization))
                .orElseGet(Verdict.Unknown::new);
    }

    private Verdict judge(ChargerId charger, @Nullable String authorization) {
        ChargerRegistration registration = registrations.get(charger);
        if (registration == null) {
            return new Verdict.Unknown();
        }
        return BasicCredentials.match(authorization, charger.chargeBoxId(), registration.passwordHash())
                ? new Verdict.Welcome(new AuthenticatedCharger(charger, registration))
                : new Verdict.Unauthorised();
    }
}
