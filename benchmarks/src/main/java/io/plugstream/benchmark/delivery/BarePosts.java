package io.plugstream.benchmark.delivery;

import io.netty.buffer.Unpooled;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** The baseline: the bytes of a delivery POSTed directly to the receiver with the dispatcher's HTTP client. */
final class BarePosts implements AutoCloseable {

    private static final int MOST_IN_FLIGHT = 256;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Semaphore places = new Semaphore(MOST_IN_FLIGHT);
    private final ConnectionProvider pool = ConnectionProvider.builder("bare")
            .maxConnections(MOST_IN_FLIGHT)
            .pendingAcquireMaxCount(-1)
            .build();
    private final HttpClient client = HttpClient.create(pool).disableRetry(true).responseTimeout(TIMEOUT);

    /** Returns when the request is sent; waits while too many are in flight. */
    void post(String url, EventRecord event) {
        places.acquireUninterruptibly();
        byte[] body = Json.mapper().writeValueAsBytes(event.envelope());
        var _ = client.headers(headers -> headers.set("Content-Type", "application/json")
                        .set(Receiver.ID, event.eventId().toString()))
                .post()
                .uri(url)
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(body)))
                .response()
                .doFinally(_ -> places.release())
                .subscribe(_ -> {}, failure -> System.err.println("not posted: " + failure));
    }

    @Override
    public void close() {
        pool.dispose();
    }
}
