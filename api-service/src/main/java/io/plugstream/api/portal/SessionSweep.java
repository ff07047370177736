package io.plugstream.api.portal;

import io.plugstream.api.access.PortalProperties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Removes sessions that are over. */
@Component
class SessionSweep implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(SessionSweep.class);

    private final SessionTable table;
    private final PortalProperties properties;
    private volatile @Nullable Disposable sweeping;

    SessionSweep(SessionTable table, PortalProperties properties) {
        this.table = table;
        this.properties = properties;
    }

    @Override
    public void start() {
        sweeping = Flux.interval(properties.sweep())
                .onBackpressureDrop()
                .concatMap(_ -> table.sweep()
                        .doOnError(e -> log.warn("Sessions that are over are removed later: {}", e.toString()))
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
