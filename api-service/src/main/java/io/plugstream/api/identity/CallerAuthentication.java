package io.plugstream.api.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** An authenticated request. Its principal is the {@link Caller}, or the name of an operator who belongs to no organisation. */
final class CallerAuthentication extends AbstractAuthenticationToken {

    static final String MEMBER = "organisation";
    static final String OPERATOR = "operator";

    private static final long serialVersionUID = 1L;

    private final transient Object principal;

    private CallerAuthentication(Object principal, List<GrantedAuthority> authorities) {
        super(authorities);
        this.principal = principal;
        setAuthenticated(true);
    }

    static CallerAuthentication of(Caller caller) {
        List<GrantedAuthority> authorities = new ArrayList<>();
        authorities.add(new SimpleGrantedAuthority(MEMBER));
        if (caller.operator()) {
            authorities.add(new SimpleGrantedAuthority(OPERATOR));
        }
        return new CallerAuthentication(caller, authorities);
    }

    static CallerAuthentication ofOperator(String user) {
        return new CallerAuthentication(user, List.of(new SimpleGrantedAuthority(OPERATOR)));
    }

    @Override
    public Object getPrincipal() {
        return Objects.requireNonNull(principal);
    }

    /** Not kept. */
    @Override
    public @Nullable Object getCredentials() {
        return null;
    }
}
