package io.plugstream.plug.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.plugstream.plug.FakeApi;
import io.plugstream.plug.FakeApi.Asked;
import io.plugstream.plug.api.Api;
import io.plugstream.plug.api.ApiKey;
import io.plugstream.plug.api.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code plug listen} between an API and a receiver that a test controls. */
final class ListeningBench implements AutoCloseable {

    static final Duration LIMIT = Duration.ofSeconds(20);
    static final String KEY = "plug_test_" + "a".repeat(49);
    private static final String TARGET_PATH = "/hook";

    private final Path directory;

    final List<String> events = new CopyOnWriteArrayList<>();
    final List<String> notes = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    volatile FakeApi.Answers stream = this::eventsAfter;
    volatile FakeApi.Answers hook = (_, exchange) -> FakeApi.answer(exchange, 204, "");
    final FakeApi api;
    final FakeApi receiver;
    private @Nullable Listening listening;
    private @Nullable CompletableFuture<@Nullable Failure> running;

    ListeningBench(Path directory) throws IOException {
        this.directory = directory;
        api = new FakeApi((asked, exchange) -> stream.answer(asked, exchange));
        receiver = new FakeApi((asked, exchange) -> hook.answer(asked, exchange));
    }

    @Override
    public void close() {
        stop();
        over.countDown();
        api.close();
        receiver.close();
    }

    void happen(int number) {
        for (var i = 0; i < number; i++) {
            events.add(UUID.randomUUID().toString());
        }
    }

    private void eventsAfter(Asked asked, HttpExchange exchange) throws IOException {
        send(asked, exchange, Integer.MAX_VALUE);
    }

    /** Ids are indexes of the list. Without an id or a time, the stream begins at the end. */
    void send(Asked asked, HttpExchange exchange, int most) throws IOException {
        var last = asked.header("Last-Event-ID");
        var query = String.valueOf(asked.uri().getQuery());
        var next = !last.isEmpty() ? Integer.parseInt(last) : query.contains("since") ? 0 : events.size();
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream;charset=UTF-8");
        exchange.sendResponseHeaders(200, 0);
        write(exchange, "id:" + next + "\n:open\n\n");
        for (var sent = 0; sent < most && over.getCount() > 0; ) {
            if (next < events.size()) {
                write(exchange, block(next));
                next++;
                sent++;
            } else {
                write(exchange, ":beat\n\n");
                pause();
            }
        }
    }

    /** The event at this index of the list, as in a stream. */
    String block(int index) {
        return """
                id:%d
                event:charger.connected
                data:{"eventId":"%s","event":"charger.connected","timestamp":"2026-01-31T09:00:00.000Z",\
                "data":{"chargeBoxId":"CP"}}

                """.formatted(index + 1, events.get(index));
    }

    static void write(HttpExchange exchange, String text) throws IOException {
        exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    private void pause() throws IOException {
        try {
            var _ = over.await(20, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    void awaitEnd() throws IOException {
        try {
            over.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    List<String> posted() {
        return receiver.asked().stream().map(post -> post.header("webhook-id")).toList();
    }

    void awaitPosts(int number) {
        await().atMost(LIMIT).until(() -> receiver.asked().size() >= number);
    }

    Failure failure() throws Exception {
        start(null);
        var ended = Objects.requireNonNull(running).get(20, TimeUnit.SECONDS);
        stop();
        return Objects.requireNonNull(ended);
    }

    void start(@Nullable String since) throws Exception {
        var fresh = make(since == null ? null : Instant.parse(since));
        listening = fresh;
        var future = new CompletableFuture<@Nullable Failure>();
        running = future;
        Thread.ofPlatform().daemon().start(() -> {
            try {
                fresh.run();
                future.complete(null);
            } catch (Failure failure) {
                future.complete(failure);
            } catch (InterruptedException | RuntimeException e) {
                future.completeExceptionally(e);
            }
        });
    }

    void stop() {
        if (listening != null) {
            listening.close();
            assertThat(running).succeedsWithin(LIMIT);
            listening = null;
        }
    }

    Listening make() throws Failure {
        return make(null);
    }

    Listening make(@Nullable Instant since) throws Failure {
        return Listening.open(
                new Api(api.uri(), ApiKeys.key(KEY), null),
                receiver.uri().resolve(TARGET_PATH),
                List.of(),
                since,
                "1.2",
                directory,
                Clock.systemUTC(),
                new Notes(notes));
    }

    /** What the last run saved. */
    ProgressFile progressFile() throws Failure, IOException {
        return ProgressFile.open(directory, ApiKeys.key(KEY).prefix(), receiver.uri() + TARGET_PATH);
    }

    private static final class ApiKeys {
        private static ApiKey key(String text) throws Failure {
            return ApiKey.of(null, Map.of(ApiKey.VARIABLE, text));
        }
    }

    record Notes(List<String> notes) implements Listener {
        @Override
        public void begins(String target, String secret, Path file) {
            notes.add("begins");
        }

        @Override
        public void connected(boolean again) {
            notes.add(again ? "connected again" : "connected");
        }

        @Override
        public void disconnected(String reason, Duration pause) {
            notes.add("disconnected");
        }

        @Override
        public void repeats(String eventId) {
            notes.add("repeats " + eventId);
        }

        @Override
        public void gap(String detail) {
            notes.add("gap " + detail);
        }

        @Override
        public void forwarded(
                String eventId, String event, String timestamp, String chargeBoxId, boolean well, String outcome) {
            notes.add("forwarded " + well + ' ' + outcome);
        }
    }
}
