package io.plugstream.gateway.handshake;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ChargerRegistration.NextPassword;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Checks handshakes against the registrations. */
@Component
class HandshakeVerifier {

    private final TopicTable<ChargerId, ChargerRegistration> registrations;
    private final SecurityProfiles profiles;

    HandshakeVerifier(TopicTable<ChargerId, ChargerRegistration> registrations, SecurityProfiles profiles) {
        this.registrations = registrations;
        this.profiles = profiles;
    }

    record Credentials(
            @Nullable String authorization, @Nullable X509Certificate certificate) {

        /** The header contains the password. */
        @Override
        public String toString() {
            return "Credentials[header: " + (authorization != null) + ", certificate: " + (certificate != null) + ']';
        }
    }

    Verdict verify(String rawPath, Credentials credentials) {
        if (!registrations.isCaughtUp()) {
            return new Verdict.Unavailable();
        }
        return ChargerPath.parse(rawPath)
                .map(charger -> verify(charger, credentials))
                .orElseGet(() -> new Verdict.Refused(HttpStatus.NOT_FOUND, Reason.WRONG_PATH));
    }

    private Verdict verify(ChargerId charger, Credentials credentials) {
        ChargerRegistration registration = registrations.get(charger);
        if (registration == null) {
            return new Verdict.Refused(HttpStatus.NOT_FOUND, Reason.UNKNOWN_ID);
        }
        Verdict forbidden = new Verdict.Refused(HttpStatus.FORBIDDEN, Reason.TLS);
        Verdict welcome = new Verdict.Welcome(new AuthenticatedCharger(charger, registration, null));
        // If the client has a certificate, only that counts: a password must not turn it into another charger.
        if (profiles.acceptCertificates() && credentials.certificate() != null) {
            return ClientCertificate.names(credentials.certificate(), charger) ? welcome : forbidden;
        }
        if (!profiles.acceptPasswords()) {
            return forbidden;
        }
        if (BasicCredentials.match(credentials.authorization(), charger.chargeBoxId(), registration.passwordHash())) {
            return welcome;
        }
        NextPassword next = registration.nextPassword();
        return next != null && BasicCredentials.match(credentials.authorization(), charger.chargeBoxId(), next.hash())
                ? new Verdict.Welcome(new AuthenticatedCharger(charger, registration.using(next), next.commandId()))
                : new Verdict.Refused(HttpStatus.UNAUTHORIZED, Reason.WRONG_PASSWORD);
    }
}
