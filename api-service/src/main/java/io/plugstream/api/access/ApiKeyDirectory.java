package io.plugstream.api.access;

import io.plugstream.model.organisation.Mode;
import reactor.core.publisher.Mono;

/** Looks up API keys. */
public interface ApiKeyDirectory {

    /** The owner of the key; empty if there is no such active key. */
    Mono<Owner> find(String presented);

    /** Whether this replica remembers it as a recently active key; does not query the database. */
    boolean isRemembered(String presented);

    /** Completes within a second after the key is revoked, unless this replica cannot be notified then. */
    Mono<Void> revoked(String presented);

    /** The organisation and mode of an active key. */
    record Owner(String keyId, String organisationId, Mode mode) {}
}
