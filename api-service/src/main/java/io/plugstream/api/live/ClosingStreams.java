package io.plugstream.api.live;

import org.springframework.context.ApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Ends all streams before any part of the service stops, because an open stream delays the web server's stop. */
@Component
class ClosingStreams {

    private final ApplicationContext context;
    private final Sinks.Empty<Void> closing = Sinks.empty();
    private volatile boolean begun;

    ClosingStreams(ApplicationContext context) {
        this.context = context;
    }

    /** Whether the service is shutting down and opens no more streams. */
    boolean haveBegun() {
        return begun;
    }

    /** The messages, until the service ends. */
    <T> Flux<T> until(Flux<T> messages) {
        return messages.takeUntilOther(closing.asMono());
    }

    @EventListener
    void closed(ContextClosedEvent event) {
        if (event.getApplicationContext().equals(context)) {
            begun = true;
            closing.tryEmitEmpty();
        }
    }
}
