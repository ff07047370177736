package io.plugstream.gateway.handshake;

import io.plugstream.model.charger.ChargerId;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A charger's client certificate, verified in the TLS handshake against the truststore. Its common name is the
 * chargeBoxId (security whitepaper, A00.FR.424) and its organisation is the organisationId, so that organisations with
 * the same authority cannot use each other's chargers.
 */
final class ClientCertificate {

    private static final Logger log = LoggerFactory.getLogger(ClientCertificate.class);

    private ClientCertificate() {}

    /** Whether {@code certificate} names {@code charger} and no other. */
    static boolean names(X509Certificate certificate, ChargerId charger) {
        String subject = certificate.getSubjectX500Principal().getName();
        try {
            LdapName name = new LdapName(subject);
            return values(name, "CN").equals(List.of(charger.chargeBoxId()))
                    && values(name, "O").equals(List.of(charger.organisationId()));
        } catch (NamingException e) {
            log.atWarn().addKeyValue("charger", charger).log("Unreadable certificate name: {}", e.getMessage());
            return false;
        }
    }

    private static List<?> values(LdapName name, String type) throws NamingException {
        List<Object> values = new ArrayList<>();
        for (Rdn part : name.getRdns()) {
            Attribute attribute = part.toAttributes().get(type);
            if (attribute != null) {
                values.addAll(Collections.list(attribute.getAll()));
            }
        }
        return values;
    }
}
