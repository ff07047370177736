package io.plugstream.api.idempotency;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Deletes idempotency keys that have expired. */
@Component
class IdempotencyKeySweep implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(IdempotencyKeySweep.class);

    private final IdempotencyKeys keys;
    private final IdempotencyProperties properties;
    private volatile @Nullable Disposable sweeping;

    IdempotencyKeySweep(IdempotencyKeys keys, IdempotencyProperties properties) {
        this.keys = keys;
        this.properties = properties;
    }

    @Override
    public void start() {
        sweeping = Flux.interval(properties.sweep())
                .onBackpressureDrop()
                .concatMap(_ -> keys.sweep()
                        .doOnError(e -> log.warn("Old idempotency keys are removed later: {}", e.toString()))
                        .onErrorComplete())
                .subscribe();
    }

    @Override
    public void stop() {
        Disposable former = sweeping;
        if (former != null) {
            former.dispose();
        }
        sweeping = null;
    }

    @Override
    public boolean isRunning() {
        return sweeping != null;
    }
}
