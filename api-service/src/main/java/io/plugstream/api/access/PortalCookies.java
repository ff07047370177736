package io.plugstream.api.access;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpCookie;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/**
 * The portal's cookies. Scripts cannot read them, and other hosts cannot set them: their names begin with
 * {@code __Host-} (RFC 6265bis), which browsers accept over https only. Over http on localhost the prefix is omitted.
 */
@Component
public final class PortalCookies {

    private static final Duration TIME_TO_SIGN_IN = Duration.ofMinutes(10);
    private static final String SESSION = "plugstream";
    private static final String SIGN_IN = "plugstream-sign-in";

    private final boolean secure;

    PortalCookies(PortalProperties properties) {
        this.secure = properties.isSecure();
    }

    /** The session secret; empty if the request has no session cookie, or more than one. */
    public Optional<String> session(ServerHttpRequest request) {
        return only(request, SESSION);
    }

    /** The state of a started sign-in; empty if the request has no sign-in cookie, or more than one. */
    public Optional<String> signIn(ServerHttpRequest request) {
        return only(request, SIGN_IN);
    }

    /** Sent with requests of the portal's own pages only. Expires when the browser closes or the server removes it. */
    public ResponseCookie session(String secret) {
        return cookie(SESSION, secret, "Strict").build();
    }

    public ResponseCookie noSession() {
        return cookie(SESSION, "", "Strict").maxAge(0).build();
    }

    /** {@code SameSite=Lax}, because the identity provider, which may be another site, redirects the user back here. */
    public ResponseCookie signIn(String kept) {
        return cookie(SIGN_IN, kept, "Lax").maxAge(TIME_TO_SIGN_IN).build();
    }

    public ResponseCookie noSignIn() {
        return cookie(SIGN_IN, "", "Lax").maxAge(0).build();
    }

    private ResponseCookie.ResponseCookieBuilder cookie(String name, String value, String sameSite) {
        return ResponseCookie.from(named(name), value)
                .path("/")
                .httpOnly(true)
                .secure(secure)
                .sameSite(sameSite);
    }

    private Optional<String> only(ServerHttpRequest request, String name) {
        List<HttpCookie> cookies = request.getCookies().getOrDefault(named(name), List.of());
        return cookies.size() == 1 ? Optional.of(cookies.getFirst().getValue()) : Optional.empty();
    }

    private String named(String name) {
        return secure ? "__Host-" + name : name;
    }
}
