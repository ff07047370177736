package io.plugstream.api.key;

import io.plugstream.api.access.ApiKeyDirectory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The queries by which keys are looked up. */
interface StoredKeys {

    /** The key's owner; empty if no active key has that hash. */
    Mono<ApiKeyDirectory.Owner> owner(KeyHash hash);

    /** The hashes of at most {@code most} active keys, the most recently created or used ones. */
    Flux<KeyHash> active(int most);
}
