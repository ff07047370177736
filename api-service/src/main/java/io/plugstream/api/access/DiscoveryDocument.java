package io.plugstream.api.access;

import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;

/** The identity provider's description of itself (OpenID Connect Discovery 1.0). */
public final class DiscoveryDocument {

    private DiscoveryDocument() {}

    /**
     * Fetches the document. Blocks for as long as {@code retriever} does.
     *
     * @throws ParseException if it is not JSON or names another issuer
     */
    public static String fetch(IdentityProperties identity, ResourceRetriever retriever)
            throws IOException, ParseException {
        String issuer = identity.issuer().toString();
        String base = issuer.endsWith("/") ? issuer : issuer + '/';
        URI location = URI.create(base + ".well-known/openid-configuration");
        String document = retriever.retrieveResource(location.toURL()).getContent();
        if (!issuer.equals(JSONObjectUtils.getString(JSONObjectUtils.parse(document), "issuer"))) {
            throw new ParseException("the discovery document names another issuer", 0);
        }
        return document;
    }
}
