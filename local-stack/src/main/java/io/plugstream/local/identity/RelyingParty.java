package io.plugstream.local.identity;

import com.nimbusds.oauth2.sdk.id.ClientID;
import java.net.URI;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The one client of the provider, the portal: a public one, which proves itself with PKCE.
 *
 * @param redirectUris where people may be sent after they signed in; compared character by character
 * @param signedOutUris where they may be sent after they signed out; the same
 */
record RelyingParty(ClientID id, Set<URI> redirectUris, Set<URI> signedOutUris) {

    /** The portal under each of these addresses, such as {@code http://localhost:8080}. */
    static RelyingParty portal(Collection<URI> addresses) {
        return new RelyingParty(
                new ClientID(TokenIssuer.AUDIENCE), below(addresses, "/portal/callback"), below(addresses, "/portal"));
    }

    private static Set<URI> below(Collection<URI> addresses, String path) {
        return addresses.stream().map(address -> URI.create(address + path)).collect(Collectors.toUnmodifiableSet());
    }
}
