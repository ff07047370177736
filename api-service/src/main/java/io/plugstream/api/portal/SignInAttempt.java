package io.plugstream.api.portal;

import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Nonce;
import io.plugstream.model.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sign-in in progress. The browser keeps the whole attempt in a cookie, so any replica can complete it, but no other
 * browser can.
 *
 * @param state ties the authorization response to this attempt
 * @param nonce ties the ID token to this attempt
 * @param verifier ties the token request to this attempt (PKCE)
 * @param to the page after the sign-in
 */
record SignInAttempt(State state, Nonce nonce, CodeVerifier verifier, ReturnPath to) {

    private static final Pattern KEPT = Pattern.compile(
            "([A-Za-z0-9_-]{43})\\.([A-Za-z0-9_-]{43})\\.([A-Za-z0-9_-]{43})\\.([A-Za-z0-9_-]{1,1400})");
    private static final int BYTES = 32;

    static SignInAttempt begin(ReturnPath to) {
        return new SignInAttempt(new State(BYTES), new Nonce(BYTES), new CodeVerifier(), to);
    }

    /** Parses the text of {@link #kept}; empty if it is malformed. */
    static Optional<SignInAttempt> parse(String kept) {
        Matcher parts = KEPT.matcher(kept);
        return parts.matches()
                ? path(parts.group(4))
                        .map(to -> new SignInAttempt(
                                new State(parts.group(1)),
                                new Nonce(parts.group(2)),
                                new CodeVerifier(parts.group(3)),
                                ReturnPath.of(to)))
                : Optional.empty();
    }

    private static Optional<String> path(String encoded) {
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The cookie's value. */
    String kept() {
        String path =
                Base64.getUrlEncoder().withoutPadding().encodeToString(to.text().getBytes(StandardCharsets.UTF_8));
        return state.getValue() + '.' + nonce.getValue() + '.' + verifier.getValue() + '.' + path;
    }

    /** Whether a response with that state belongs to this attempt. Compares in constant time. */
    boolean isAnsweredBy(State shown) {
        return MessageDigest.isEqual(Sha256.of(state.getValue()), Sha256.of(shown.getValue()));
    }

    @Override
    public String toString() {
        return "SignInAttempt[" + to.text() + ']';
    }
}
