package io.plugstream.benchmark.whole;

import io.plugstream.benchmark.platform.Loopback;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.model.json.Json;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** The consumers of events: a receiver on loopback that answers at once, and an event stream. */
final class EventConsumers implements AutoCloseable {

    private static final String DATA = "data:";

    private final Loopback server = new Loopback((_, body) -> receive(body));
    private volatile LongConsumer received = _ -> {};
    private volatile LongConsumer streamed = _ -> {};

    String url() {
        return server.url();
    }

    /** Both get the number of each message whose event arrives from now on. */
    void onEvents(LongConsumer atTheReceiver, LongConsumer inTheStream) {
        received = atTheReceiver;
        streamed = inTheStream;
    }

    /** Listens to the events of {@code member} until the site is closed. */
    void listen(Site site, Member member) {
        var _ = site.http()
                .sendAsync(site.keyed(member.key(), "/api/v1/events").build(), BodyHandlers.ofLines())
                .thenAccept(this::follow);
    }

    private void follow(HttpResponse<Stream<String>> stream) {
        if (stream.statusCode() != 200) {
            throw new IllegalStateException("a stream was answered " + stream.statusCode());
        }
        stream.body()
                .filter(line -> line.startsWith(DATA))
                .map(line -> line.substring(DATA.length()))
                .forEach(event -> streamed.accept(Numbers.of(Json.mapper().readTree(event))));
    }

    private int receive(byte[] body) {
        received.accept(Numbers.of(Json.mapper().readTree(body)));
        return 204;
    }

    @Override
    public void close() {
        server.close();
    }
}
