package io.plugstream.local.identity;

import com.nimbusds.oauth2.sdk.id.ClientID;
import java.net.URI;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The provider's only client, the portal: a public client that uses PKCE.
 *
 * @param redirectUris allowed redirect URIs after sign-in; compared character by character
 * @param signedOutUris allowed redirect URIs after sign-out; compared character by character
 */
record RelyingParty(ClientID id, Set<URI> redirectUris, Set<URI> signedOutUris) {

    /** The portal at each of these addresses, such as {@code http://localhost:8080}. */
    static RelyingParty portal(Collection<URI> addresses) {
        return new RelyingParty(
                new ClientID(TokenIssuer.AUDIENCE), below(addresses, "/portal/callback"), below(addresses, "/portal"));
    }

    private static Set<URI> below(Collection<URI> addresses, String path) {
        return addresses.stream().map(address -> URI.create(address + path)).collect(Collectors.toUnmodifiableSet());
    }
}
