package io.plugstream.plug.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.plugstream.plug.FakeApi;
import io.plugstream.plug.FakeApi.Asked;
import io.plugstream.plug.api.Api;
import io.plugstream.plug.api.ApiKey;
import io.plugstream.plug.api.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListeningTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String KEY = "plug_test_" + "a".repeat(49);
    private static final String TARGET_PATH = "/hook";

    @TempDir
    Path directory;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile FakeApi.Answers stream = this::eventsAfter;
    private volatile FakeApi.Answers hook = (_, exchange) -> FakeApi.answer(exchange, 204, "");
    private FakeApi api;
    private FakeApi receiver;
    private @Nullable Listening listening;
    private @Nullable CompletableFuture<@Nullable Failure> running;

    @BeforeEach
    void open() throws IOException {
        api = new FakeApi((asked, exchange) -> stream.answer(asked, exchange));
        receiver = new FakeApi((asked, exchange) -> hook.answer(asked, exchange));
    }

    @AfterEach
    void close() {
        stop();
        over.countDown();
        api.close();
        receiver.close();
    }

    @Test
    void eachEventIsPostedOnceAndInOrder() throws Exception {
        happen(20);
        start("2026-01-01T00:00:00Z");
        awaitPosts(20);
        happen(5);
        awaitPosts(25);
        stop();

        assertThat(posted()).isEqualTo(events);
        var post = receiver.asked().getFirst();
        assertThat(post.body())
                .isEqualTo("{\"event\":\"charger.connected\",\"timestamp\":\"2026-01-31T09:00:00.000Z\","
                        + "\"data\":{\"chargeBoxId\":\"CP\"}}");
        assertThat(post.header("content-type")).isEqualTo("application/json");
        assertThat(post.header("user-agent")).isEqualTo("Plugstream-Webhooks/1.2");
        assertThat(api.asked().getFirst().uri().getQuery()).isEqualTo("since=2026-01-01T00:00:00Z");
        assertThat(api.asked().getFirst().header("X-API-Key")).isEqualTo(KEY);
    }

    @Test
    void aStreamThatEndsIsGoneOnWith() throws Exception {
        stream = (asked, exchange) -> {
            if (api.asked().size() % 2 == 0) {
                FakeApi.answer(exchange, 503, "");
            } else {
                send(asked, exchange, 7);
            }
        };
        happen(20);
        start("2026-01-01T00:00:00Z");
        awaitPosts(20);
        assertThat(posted()).isEqualTo(events);
        assertThat(notes).contains("connected", "disconnected", "connected again");
    }

    @Test
    void theNextRunGoesOnWhereTheLastStopped() throws Exception {
        start(null);
        await().atMost(LIMIT).until(() -> notes.contains("connected"));
        happen(3);
        awaitPosts(3);
        stop();
        happen(4);
        start(null);
        awaitPosts(7);

        assertThat(posted()).isEqualTo(events);
        assertThat(notes).doesNotContain("repeats");
        try (var files = Files.list(directory)) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file))
                            .hasSize(2)
                            .allMatch(permission -> permission.name().startsWith("OWNER_")));
        }
    }

    @Test
    void whatWasOnItsWayAtAKillIsPostedAgainAndAnnounced() throws Exception {
        happen(2);
        start("2026-01-01T00:00:00Z");
        awaitPosts(2);
        stop();
        happen(2);
        var file = ProgressFile.open(directory, ApiKeys.key(KEY).prefix(), receiver.uri() + TARGET_PATH);
        file.save(file.progress().begun(events.get(2)));
        file.close();

        start(null);
        awaitPosts(4);
        assertThat(posted()).isEqualTo(events);
        assertThat(notes).containsOnlyOnce("repeats " + events.get(2));
    }

    @Test
    void aTimeGoesBeforeThePlaceOfTheLastRun() throws Exception {
        happen(3);
        start("2026-01-01T00:00:00Z");
        awaitPosts(3);
        stop();
        happen(1);
        start("2026-01-01T00:00:00Z");
        awaitPosts(7);
        assertThat(posted().subList(3, 7)).isEqualTo(events);
        assertThat(notes).noneMatch(note -> note.startsWith("repeats"));
    }

    @Test
    void aCopyOfAnEventIsPassedOver() throws Exception {
        happen(3);
        events.add(events.get(1));
        happen(1);
        start("2026-01-01T00:00:00Z");
        awaitPosts(4);
        assertThat(posted()).containsExactly(events.get(0), events.get(1), events.get(2), events.get(4));
    }

    @Test
    void aReceiverThatRefusesOrHangsGetsTheNextEventAllTheSame() throws Exception {
        hook = (asked, exchange) -> {
            switch (receiver.asked().size()) {
                case 1 -> FakeApi.answer(exchange, 500, "");
                case 2 -> awaitEnd();
                default -> FakeApi.answer(exchange, 204, "");
            }
        };
        happen(3);
        start("2026-01-01T00:00:00Z");
        awaitPosts(3);
        await().atMost(LIMIT)
                .until(() -> notes.stream()
                                .filter(note -> note.startsWith("forwarded"))
                                .count()
                        == 3);
        assertThat(notes)
                .anyMatch(note -> note.startsWith("forwarded false HTTP 500"))
                .anyMatch(note -> note.startsWith("forwarded false timed out"))
                .anyMatch(note -> note.startsWith("forwarded true HTTP 204"));
        assertThat(posted()).isEqualTo(events);
    }

    @Test
    void onlyOneProcessForwardsWithAKeyToATarget() throws Exception {
        start(null);
        assertThat(catchThrowableOfType(Failure.class, this::make).kind()).isEqualTo(Failure.Kind.REFUSED);
        stop();
        make().close();
    }

    @Test
    void whatMakesNoSenseEndsTheRun() throws Exception {
        stream = (_, exchange) -> FakeApi.answer(exchange, 401, "{\"title\":\"Authentication required\"}");
        assertThat(failure().kind()).isEqualTo(Failure.Kind.NOT_AUTHORISED);
        stream = (_, exchange) -> FakeApi.answer(
                exchange,
                400,
                "{\"title\":\"Invalid request\",\"errors\":[{\"field\":\"events\",\"message\":\"must be names of events\"}]}");
        assertThat(failure()).hasMessageContaining("events must be names of events");
        stream = (_, exchange) -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("event:unauthorized\ndata:{}\n\n".getBytes(StandardCharsets.UTF_8));
        };
        assertThat(failure().kind()).isEqualTo(Failure.Kind.NOT_AUTHORISED);
        api.close();
        assertThat(failure().kind()).isEqualTo(Failure.Kind.UNREACHABLE);
    }

    @Test
    void aGapIsTold() throws Exception {
        stream = (asked, exchange) -> {
            exchange.sendResponseHeaders(200, 0);
            write(exchange, "id:0\nevent:gap\ndata:{\"detail\":\"Some are gone.\"}\n\n");
            awaitEnd();
        };
        start(null);
        await().atMost(LIMIT).until(() -> notes.contains("gap Some are gone."));
    }

    private void happen(int number) {
        for (var i = 0; i < number; i++) {
            events.add(UUID.randomUUID().toString());
        }
    }

    private void eventsAfter(Asked asked, HttpExchange exchange) throws IOException {
        send(asked, exchange, Integer.MAX_VALUE);
    }

    /** Ids are places in the list; without one, and without a time, the stream begins at the end. */
    private void send(Asked asked, HttpExchange exchange, int most) throws IOException {
        var last = asked.header("Last-Event-ID");
        var query = String.valueOf(asked.uri().getQuery());
        var next = !last.isEmpty() ? Integer.parseInt(last) : query.contains("since") ? 0 : events.size();
        exchange.sendResponseHeaders(200, 0);
        write(exchange, "id:" + next + "\n:open\n\n");
        for (var sent = 0; sent < most && over.getCount() > 0; ) {
            if (next < events.size()) {
                write(exchange, """
                        id:%d
                        event:charger.connected
                        data:{"eventId":"%s","event":"charger.connected","timestamp":"2026-01-31T09:00:00.000Z",\
                        "data":{"chargeBoxId":"CP"}}

                        """.formatted(next + 1, events.get(next)));
                next++;
                sent++;
            } else {
                write(exchange, ":beat\n\n");
                pause();
            }
        }
    }

    private static void write(HttpExchange exchange, String text) throws IOException {
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

    private void awaitEnd() throws IOException {
        try {
            over.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private List<String> posted() {
        return receiver.asked().stream().map(post -> post.header("webhook-id")).toList();
    }

    private void awaitPosts(int number) {
        await().atMost(LIMIT).until(() -> receiver.asked().size() >= number);
    }

    private Failure failure() throws Exception {
        start(null);
        var ended = Objects.requireNonNull(running).get(20, TimeUnit.SECONDS);
        stop();
        return Objects.requireNonNull(ended);
    }

    private void start(@Nullable String since) throws Exception {
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

    private void stop() {
        if (listening != null) {
            listening.close();
            assertThat(running).succeedsWithin(LIMIT);
            listening = null;
        }
    }

    private Listening make() throws Failure {
        return make(null);
    }

    private Listening make(@Nullable Instant since) throws Failure {
        return Listening.open(
                new Api(api.uri(), ApiKeys.key(KEY)),
                receiver.uri().resolve(TARGET_PATH),
                List.of(),
                since,
                "1.2",
                directory,
                Clock.systemUTC(),
                new Notes(notes));
    }

    private static final class ApiKeys {
        static ApiKey key(String text) throws Failure {
            return ApiKey.of(null, Map.of(ApiKey.VARIABLE, text));
        }
    }

    private record Notes(List<String> notes) implements Listener {
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
