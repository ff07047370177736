package io.plugstream.api.identity;

import io.plugstream.api.organisation.Organisations;
import io.plugstream.model.organisation.Mode;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Finds out who calls, or that it cannot be believed. */
@Component
class Authenticator implements ReactiveAuthenticationManager {

    private final ApiKeyDirectory keys;
    private final IdTokens tokens;
    private final Organisations organisations;

    Authenticator(ApiKeyDirectory keys, IdTokens tokens, Organisations organisations) {
        this.keys = keys;
        this.tokens = tokens;
        this.organisations = organisations;
    }

    @Override
    public Mono<Authentication> authenticate(Authentication presented) {
        if (!(presented instanceof PresentedCredential shown)) {
            return Mono.empty();
        }
        Mono<? extends Authentication> caller = switch (shown.getCredentials()) {
            case Credential.Key(String text) -> byKey(text);
            case Credential.Token(String text, Mode mode) -> byToken(text, mode);
            case Credential.Unusable() -> Mono.empty();
        };
        return caller.<Authentication>map(known -> known)
                .switchIfEmpty(Mono.error(() -> new BadCredentialsException("not a valid credential")));
    }

    private Mono<CallerAuthentication> byKey(String text) {
        return keys.find(text)
                .flatMap(key -> organisations
                        .seen(key.organisationId())
                        .map(organisation -> new Caller(
                                organisation.id(),
                                organisation.tier(),
                                key.mode(),
                                Caller.Credential.API_KEY,
                                key.keyId(),
                                false)))
                .map(CallerAuthentication::of);
    }

    private Mono<CallerAuthentication> byToken(String text, Mode mode) {
        return tokens.verify(text)
                .flatMap(token -> token.organisationId() == null
                        ? Mono.just(CallerAuthentication.ofOperator(token.subject()))
                        : member(token, token.organisationId(), mode));
    }

    private Mono<CallerAuthentication> member(IdTokens.IdToken token, String organisationId, Mode mode) {
        return organisations
                .seen(organisationId)
                .map(organisation -> new Caller(
                        organisation.id(),
                        organisation.tier(),
                        mode,
                        Caller.Credential.ID_TOKEN,
                        token.subject(),
                        token.operator()))
                .map(CallerAuthentication::of);
    }
}
