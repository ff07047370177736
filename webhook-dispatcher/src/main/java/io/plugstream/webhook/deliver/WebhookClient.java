package io.plugstream.webhook.deliver;

import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/** Sends POSTs, each once, and tells how they ended. */
@Component
final class WebhookClient {

    private final WebClient http;

    WebhookClient(HttpClient webhookConnections) {
        this.http = WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(webhookConnections))
                .build();
    }

    /** Sends when subscribed to, from when the time runs; never an error. */
    Mono<PostResult> send(Post post) {
        return Mono.defer(() -> new Exchange(post).over(http));
    }
}
