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
 * The certificate a charger proved to own in the TLS handshake, which an authority in the truststore signed. Its common
 * name is the chargeBoxId (security whitepaper, A00.FR.424) and its organisation the organisationId, so that an authority
 * that serves several organisations gives none of them another's chargers.
 */
final class ClientCertificate {

    private static final Logger log = LoggerFactory.getLogger(ClientCertificate.class);

    private ClientCertificate() {}

    /** Whether {@code certificate} names {@code charger}, and nobody else. */
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
