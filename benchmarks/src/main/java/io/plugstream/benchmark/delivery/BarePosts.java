package io.plugstream.benchmark.delivery;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** The yardstick: the bytes of a delivery POSTed straight to the receiver. */
final class BarePosts implements AutoCloseable {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    void post(String url, EventRecord event) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .header(Receiver.ID, event.eventId().toString())
                .POST(BodyPublishers.ofByteArray(Json.mapper().writeValueAsBytes(event.envelope())))
                .build();
        var _ = client.sendAsync(request, BodyHandlers.discarding()).exceptionally(failure -> {
            System.err.println("not posted: " + failure);
            return null;
        });
    }

    @Override
    public void close() {
        client.close();
    }
}
