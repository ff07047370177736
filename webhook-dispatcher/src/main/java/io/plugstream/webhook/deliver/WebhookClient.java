package io.plugstream.webhook.deliver;

import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.client.HttpClient;

/** Sends each POST once and returns its result. */
@Component
final class WebhookClient {

    private final HttpClient connections;
    private final Scheduler loops;

    WebhookClient(HttpClient webhookConnections, Scheduler webhookScheduler) {
        this.connections = webhookConnections;
        this.loops = webhookScheduler;
    }

    /**
     * Sends when subscribed to, which also starts the time limit; never emits an error. Subscribe on an event loop, so
     * that the time limit does not start while a busy processor delays the POST.
     */
    Mono<PostResult> send(Post post) {
        return Mono.defer(() -> new Exchange(post).over(connections, loops));
    }

    /** The event loops, which begin a POST only after handling the answers of those in flight. */
    Scheduler loops() {
        return loops;
    }
}
