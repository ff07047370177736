package io.plugstream.api.organisation;

import reactor.core.publisher.Mono;

/** Takes part in the change of a tier: called inside its R2DBC transaction, whose failure it becomes if it fails. */
@FunctionalInterface
public interface TierChangeListener {

    Mono<Void> tierChanged(TierChanged change);
}
