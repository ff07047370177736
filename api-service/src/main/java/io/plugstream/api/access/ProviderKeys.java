package io.plugstream.api.access;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.text.ParseException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Fetches the provider's keys, found by OpenID Connect discovery. Blocks; bounded in time and size. */
final class ProviderKeys implements JWKSetSource<SecurityContext> {

    private static final int TIMEOUT_MS = 2_000;
    private static final int LARGEST = 256 * 1024;

    private final IdentityProperties identity;
    private final DefaultResourceRetriever retriever = new DefaultResourceRetriever(TIMEOUT_MS, TIMEOUT_MS, LARGEST);
    private volatile @Nullable JWKSet fetched;

    ProviderKeys(IdentityProperties identity) {
        this.identity = identity;
    }

    /** Whether this process has fetched the keys at least once. */
    boolean everFetched() {
        return fetched != null;
    }

    /** Whether the keys that were fetched last have one for this token. */
    boolean mayVerify(SignedJWT token) {
        JWKSet known = fetched;
        JWKMatcher wanted = JWKMatcher.forJWSHeader(token.getHeader());
        return known != null
                && wanted != null
                && !new JWKSelector(wanted).select(known).isEmpty();
    }

    @Override
    public JWKSet getJWKSet(JWKSetCacheRefreshEvaluator refresh, long currentTime, @Nullable SecurityContext context)
            throws KeySourceException {
        try {
            JWKSet keys = JWKSet.parse(retriever.retrieveResource(location()).getContent());
            fetched = keys;
            return keys;
        } catch (IOException | ParseException | IllegalArgumentException e) {
            throw new JWKSetUnavailableException("cannot fetch the identity provider's keys: " + e.getMessage(), e);
        }
    }

    private URL location() throws IOException, ParseException {
        Map<String, Object> discovered = JSONObjectUtils.parse(DiscoveryDocument.fetch(identity, retriever));
        URI keys = URI.create(Objects.requireNonNullElse(JSONObjectUtils.getString(discovered, "jwks_uri"), ""));
        if (!identity.isAllowed(keys)) {
            throw new ParseException("the discovery document names no safe jwks_uri", 0);
        }
        return keys.toURL();
    }

    @Override
    public void close() {
        // Holds nothing open.
    }
}
