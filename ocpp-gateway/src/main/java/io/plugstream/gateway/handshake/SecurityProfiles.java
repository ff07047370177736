package io.plugstream.gateway.handshake;

import io.plugstream.base.StartRefusedException;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerSslBundle;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.stereotype.Component;

/**
 * The accepted security profiles: those in {@code plugstream.gateway.handshake.security-profiles}, or all that the port
 * supports. The start fails if the property has others.
 */
@Component
final class SecurityProfiles {

    private final Set<SecurityProfile> accepted;

    SecurityProfiles(HandshakeProperties properties, ServerProperties server, SslBundles bundles) {
        Set<SecurityProfile> possible = possible(server.getSsl(), bundles);
        Set<Integer> wanted = properties.securityProfiles();
        accepted = wanted.stream()
                .map(SecurityProfile::of)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(SecurityProfile.class)));
        if (accepted.isEmpty()) {
            accepted.addAll(possible);
        }
        if (!possible.containsAll(accepted)) {
            throw new StartRefusedException(
                    "plugstream.gateway.handshake.security-profiles has %s, but server.ssl.* supports only %s"
                            .formatted(new TreeSet<>(wanted), numbers(possible)));
        }
    }

    boolean acceptCertificates() {
        return accepted.contains(SecurityProfile.TLS_AND_CERTIFICATE);
    }

    boolean acceptPasswords() {
        return accepted.contains(SecurityProfile.PASSWORD) || accepted.contains(SecurityProfile.TLS_AND_PASSWORD);
    }

    private static Set<SecurityProfile> possible(@Nullable Ssl ssl, SslBundles bundles) {
        if (ssl == null || !Ssl.isEnabled(ssl)) {
            return EnumSet.of(SecurityProfile.PASSWORD);
        }
        Ssl.ClientAuth clients = ssl.getClientAuth() == null ? Ssl.ClientAuth.NONE : ssl.getClientAuth();
        if (clients != Ssl.ClientAuth.NONE
                && WebServerSslBundle.get(ssl, bundles).getStores().getTrustStore() == null) {
            // Java would trust every public authority, and any of them may certify any charger's name.
            throw new StartRefusedException(
                    "server.ssl.client-auth is set, but the SSL bundle has no truststore to verify chargers'"
                            + " certificates");
        }
        return switch (clients) {
            case NONE -> EnumSet.of(SecurityProfile.TLS_AND_PASSWORD);
            case WANT -> EnumSet.of(SecurityProfile.TLS_AND_PASSWORD, SecurityProfile.TLS_AND_CERTIFICATE);
            case NEED -> EnumSet.of(SecurityProfile.TLS_AND_CERTIFICATE);
        };
    }

    private static Set<Integer> numbers(Set<SecurityProfile> profiles) {
        return profiles.stream().map(SecurityProfile::number).collect(Collectors.toCollection(TreeSet::new));
    }
}
