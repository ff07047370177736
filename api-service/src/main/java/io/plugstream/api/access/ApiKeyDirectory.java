package io.plugstream.api.access;

import io.plugstream.model.organisation.Mode;
import reactor.core.publisher.Mono;

/** Recognises API keys. */
public interface ApiKeyDirectory {

    /** Whose key that is; empty if it is no active key. */
    Mono<Owner> find(String presented);

    /** Whether it was an active key not long ago, as far as this replica remembers; asks nobody. */
    boolean isRemembered(String presented);

    /** What an active key stands for. */
    record Owner(String keyId, String organisationId, Mode mode) {}
}
