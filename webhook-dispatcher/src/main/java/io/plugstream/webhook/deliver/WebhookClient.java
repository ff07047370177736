package io.plugstream.webhook.deliver;

import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.client.HttpClient;

/** Sends POSTs, each once, and tells how they ended. */
@Component
final class WebhookClient {

    private final HttpClient connections;
    private final Scheduler loops;

    WebhookClient(HttpClient webhookConnections, Scheduler webhookScheduler) {
        this.connections = webhookConnections;
        this.loops = webhookScheduler;
    }

    /**
     * Sends when subscribed to, from when the time runs; never an error. On an event loop, so that what waits for a busy
     * processor has not begun yet.
     */
    Mono<PostResult> send(Post post) {
        return Mono.defer(() -> new Exchange(post).over(connections, loops));
    }

    /** Where POSTs are made: each event loop takes up the next when it has looked after those that are under way. */
    Scheduler loops() {
        return loops;
    }
}
