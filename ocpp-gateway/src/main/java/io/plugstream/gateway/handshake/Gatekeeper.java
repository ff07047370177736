package io.plugstream.gateway.handshake;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Checks handshakes against the registrations. */
@Component
class Gatekeeper {

    private final TopicTable<ChargerId, ChargerRegistration> registrations;
    private final SecurityProfiles profiles;

    Gatekeeper(TopicTable<ChargerId, ChargerRegistration> registrations, SecurityProfiles profiles) {
        this.registrations = registrations;
        this.profiles = profiles;
    }

    /** The credentials of a charger. */
    record Proof(@Nullable String authorization, @Nullable X509Certificate certificate) {}

    Verdict judge(String rawPath, Proof proof) {
        if (!registrations.isCaughtUp()) {
            return new Verdict.Unavailable();
        }
        return ChargerPath.parse(rawPath).map(charger -> judge(charger, proof)).orElseGet(Verdict.Nameless::new);
    }

    private Verdict judge(ChargerId charger, Proof proof) {
        ChargerRegistration registration = registrations.get(charger);
        if (registration == null) {
            return new Verdict.Unknown();
        }
        Verdict welcome = new Verdict.Welcome(new AuthenticatedCharger(charger, registration));
        // If the client has a certificate, only that counts: a password must not turn it into another charger.
        if (profiles.acceptCertificates() && proof.certificate() != null) {
            return ClientCertificate.names(proof.certificate(), charger) ? welcome : new Verdict.Forbidden();
        }
        if (!profiles.acceptPasswords()) {
            return new Verdict.Forbidden();
        }
        return BasicCredentials.match(proof.authorization(), charger.chargeBoxId(), registration.passwordHash())
                ? welcome
                : new Verdict.Unauthorised();
    }
}
