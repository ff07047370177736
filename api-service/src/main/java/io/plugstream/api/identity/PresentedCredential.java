package io.plugstream.api.identity;

import java.util.List;
import java.util.Objects;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;

/** A request that shows a credential, not yet authenticated. */
final class PresentedCredential extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final transient Credential credential;

    PresentedCredential(Credential credential) {
        super(List.<GrantedAuthority>of());
        this.credential = credential;
    }

    @Override
    public Credential getCredentials() {
        return Objects.requireNonNull(credential);
    }

    @Override
    public Object getPrincipal() {
        return "unknown";
    }
}
