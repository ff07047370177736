package io.plugstream.api.access;

import io.plugstream.api.organisation.Organisation;
import io.plugstream.api.organisation.Organisations;
import io.plugstream.model.organisation.Mode;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Finds the owner of a credential. */
@Component
class Authenticator {

    private final ApiKeyDirectory keys;
    private final IdTokens tokens;
    private final Organisations organisations;

    Authenticator(ApiKeyDirectory keys, IdTokens tokens, Organisations organisations) {
        this.keys = keys;
        this.tokens = tokens;
        this.organisations = organisations;
    }

    /** Whether to check a credential from an address with too many failures; API keys only if they are remembered. */
    boolean mayCheck(Credential shown) {
        return !(shown instanceof Credential.Key(String text)) || keys.isRemembered(text);
    }

    /** Empty if the credential is invalid; fails if it cannot be checked now. */
    Mono<Identified> authenticate(Credential shown) {
        return switch (shown) {
            case Credential.Key(String text) -> keys.find(text).flatMap(this::byKey);
            case Credential.Token(String text, Mode mode) -> tokens.verify(text).flatMap(token -> byToken(token, mode));
            case Credential.Unusable() -> Mono.empty();
        };
    }

    private Mono<Identified> byKey(ApiKeyDirectory.Owner key) {
        return organisations
                .findOrCreate(key.organisationId())
                .map(organisation -> new Identified(
                        caller(organisation, key.mode(), Caller.Credential.API_KEY, key.keyId(), false)));
    }

    private Mono<Identified> byToken(IdTokens.IdToken token, Mode mode) {
        String organisationId = token.organisationId();
        if (organisationId == null) {
            return Mono.just(new Identified(null));
        }
        return organisations
                .findOrCreate(organisationId)
                .map(organisation -> new Identified(
                        caller(organisation, mode, Caller.Credential.ID_TOKEN, token.subject(), token.operator())));
    }

    private static Caller caller(
            Organisation organisation, Mode mode, Caller.Credential credential, String id, boolean operator) {
        return new Caller(organisation.id(), organisation.tier(), mode, credential, id, operator);
    }
}
