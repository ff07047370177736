package io.plugstream.api.idempotency;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Removes keys whose time is over. */
@Component
class ForgottenKeys implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ForgottenKeys.class);

    private final IdempotencyKeys keys;
    private final IdempotencyProperties properties;
    private volatile @Nullable Disposable sweeping;

    ForgottenKeys(IdempotencyKeys keys, IdempotencyProperties properties) {
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
