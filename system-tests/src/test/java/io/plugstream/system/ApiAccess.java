package io.plugstream.system;

import java.net.URI;

/** A platform's API, and the identity provider that it trusts. */
public interface ApiAccess {

    URI api();

    /** An ID token; {@code more} is appended to the query of the request. */
    String idToken(String organisation, String more);
}
