package io.plugstream.api.organisation;

import reactor.core.publisher.Mono;

/** Takes part in a change of tier, inside its R2DBC transaction; a failure rolls the change back. */
@FunctionalInterface
public interface TierChangeListener {

    Mono<Void> tierChanged(String organisationId);
}
