package io.plugstream.plug.listen;

import static io.plugstream.plug.listen.ListeningBench.KEY;
import static io.plugstream.plug.listen.ListeningBench.LIMIT;
import static io.plugstream.plug.listen.ListeningBench.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.plugstream.plug.FakeApi;
import io.plugstream.plug.api.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListeningTest {

    @TempDir
    Path directory;

    private ListeningBench bench;

    @BeforeEach
    void open() throws IOException {
        bench = new ListeningBench(directory);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void eachEventIsPostedOnceAndInOrder() throws Exception {
        bench.happen(20);
        bench.start("2026-01-01T00:00:00.123456Z");
        bench.awaitPosts(20);
        bench.happen(5);
        bench.awaitPosts(25);
        bench.stop();

        assertThat(bench.posted()).isEqualTo(bench.events);
        var post = bench.receiver.asked().getFirst();
        assertThat(post.body())
                .isEqualTo("{\"event\":\"charger.connected\",\"timestamp\":\"2026-01-31T09:00:00.000Z\","
                        + "\"data\":{\"chargeBoxId\":\"CP\"}}");
        assertThat(post.header("content-type")).isEqualTo("application/json");
        assertThat(post.header("user-agent")).isEqualTo("Plugstream-Webhooks/1.2");
        assertThat(bench.api.asked().getFirst().uri().getQuery()).isEqualTo("since=2026-01-01T00:00:00.123Z");
        assertThat(bench.api.asked().getFirst().header("X-API-Key")).isEqualTo(KEY);
    }

    @Test
    void anAnswerThatIsNoStreamEndsTheRun() throws Exception {
        bench.stream = (_, exchange) -> FakeApi.answer(exchange, 200, "<html></html>");
        assertThat(bench.failure()).hasMessageContaining("PLUGSTREAM_URL");
        assertThat(bench.notes).isEmpty();
    }

    @Test
    void aRefusedStreamLeavesNoSecret() throws Exception {
        bench.stream = (_, exchange) -> FakeApi.answer(exchange, 400, "{\"title\":\"Invalid request\"}");
        assertThat(bench.failure()).hasMessageContaining("400");
        assertThat(bench.notes).isEmpty();
        try (var files = Files.list(directory)) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".json"));
        }
        bench.stream = (asked, exchange) -> bench.send(asked, exchange, 1);
        bench.start(null);
        await().atMost(LIMIT).until(() -> bench.notes.contains("connected"));
        assertThat(bench.notes).startsWith("begins", "connected").containsOnlyOnce("begins");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 302, 403, 404})
    void anAnswerThatIsNotTheApisDoesNotEndALaterConnection(int status) throws Exception {
        bench.stream = (asked, exchange) -> {
            if (bench.api.asked().size() == 2) {
                FakeApi.answer(exchange, status, "<html></html>");
            } else {
                bench.send(asked, exchange, 7);
            }
        };
        bench.happen(14);
        bench.start("2026-01-01T00:00:00Z");
        bench.awaitPosts(14);
        assertThat(bench.posted()).isEqualTo(bench.events);
    }

    @Test
    void aStreamThatEndsIsResumed() throws Exception {
        bench.stream = (asked, exchange) -> {
            if (bench.api.asked().size() % 2 == 0) {
                FakeApi.answer(exchange, 503, "");
            } else {
                bench.send(asked, exchange, 7);
            }
        };
        bench.happen(20);
        bench.start("2026-01-01T00:00:00Z");
        bench.awaitPosts(20);
        assertThat(bench.posted()).isEqualTo(bench.events);
        assertThat(bench.notes).contains("connected", "disconnected", "connected again");
    }

    @Test
    void theNextRunContinuesWhereTheLastStopped() throws Exception {
        bench.start(null);
        await().atMost(LIMIT).until(() -> bench.notes.contains("connected"));
        bench.happen(3);
        bench.awaitPosts(3);
        bench.stop();
        bench.happen(4);
        bench.start(null);
        bench.awaitPosts(7);

        assertThat(bench.posted()).isEqualTo(bench.events);
        assertThat(bench.notes).doesNotContain("repeats");
        try (var files = Files.list(directory)) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file))
                            .hasSize(2)
                            .allMatch(permission -> permission.name().startsWith("OWNER_")));
        }
    }

    @Test
    void anEventUnderWayAtAKillIsPostedAgainAndAnnounced() throws Exception {
        bench.happen(2);
        bench.start("2026-01-01T00:00:00Z");
        bench.awaitPosts(2);
        bench.stop();
        bench.happen(2);
        try (var file = bench.progressFile()) {
            file.save(file.progress().begun(bench.events.get(2)));
        }

        bench.start(null);
        bench.awaitPosts(4);
        assertThat(bench.posted()).isEqualTo(bench.events);
        assertThat(bench.notes).containsOnlyOnce("repeats " + bench.events.get(2));
    }

    @Test
    void eventsThatWereReadAreNotPostedAfterTheEnd() throws Exception {
        bench.happen(5);
        bench.stream = (_, exchange) -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream;charset=UTF-8");
            exchange.sendResponseHeaders(200, 0);
            write(exchange, IntStream.range(0, 5).mapToObj(bench::block).collect(Collectors.joining()));
            bench.awaitEnd();
        };
        var answer = new CompletableFuture<Void>();
        bench.hook = (_, exchange) -> {
            answer.join();
            FakeApi.answer(exchange, 204, "");
        };
        bench.start("2026-01-01T00:00:00Z");
        bench.awaitPosts(1);
        var end = Thread.ofPlatform().start(bench::stop);
        // It waits for the POST.
        await().atMost(LIMIT).until(() -> end.getState() == Thread.State.TIMED_WAITING);
        answer.complete(null);
        end.join();

        assertThat(bench.posted()).hasSize(1);
        try (var file = bench.progressFile()) {
            assertThat(file.progress().inFlight()).isNull();
            assertThat(file.progress().position()).isEqualTo("1");
        }
    }

    @Test
    void aGivenTimeOverridesThePositionOfTheLastRun() throws Exception {
        bench.happen(3);
        bench.start("2026-01-01T00:00:00Z");
        bench.awaitPosts(3);
        bench.stop();
        bench.happen(1);
        bench.start("2026-01-01T00:00:00Z");
        bench.awaitPosts(7);
        assertThat(bench.posted().subList(3, 7)).isEqualTo(bench.events);
        assertThat(bench.notes).noneMatch(note -> note.startsWith("repeats"));
    }

    @Test
    void aCopyOfAnEventIsSkipped() throws Exception {
        bench.happen(3);
        bench.events.add(bench.events.get(1));
        bench.happen(1);
        bench.start("2026-01-01T00:00:00Z");
        bench.awaitPosts(4);
        assertThat(bench.posted())
                .containsExactly(bench.events.get(0), bench.events.get(1), bench.events.get(2), bench.events.get(4));
    }

    @Test
    void aReceiverThatRefusesOrHangsStillGetsTheNextEvent() throws Exception {
        bench.hook = (asked, exchange) -> {
            switch (bench.receiver.asked().size()) {
                case 1 -> FakeApi.answer(exchange, 500, "");
                case 2 -> bench.awaitEnd();
                default -> FakeApi.answer(exchange, 204, "");
            }
        };
        bench.happen(3);
        bench.start("2026-01-01T00:00:00Z");
        bench.awaitPosts(3);
        await().atMost(LIMIT)
                .until(() -> bench.notes.stream()
                                .filter(note -> note.startsWith("forwarded"))
                                .count()
                        == 3);
        assertThat(bench.notes)
                .anyMatch(note -> note.startsWith("forwarded false HTTP 500"))
                .anyMatch(note -> note.startsWith("forwarded false timed out"))
                .anyMatch(note -> note.startsWith("forwarded true HTTP 204"));
        assertThat(bench.posted()).isEqualTo(bench.events);
    }

    @Test
    void onlyOneProcessForwardsWithAKeyToATarget() throws Exception {
        bench.start(null);
        assertThat(catchThrowableOfType(Failure.class, bench::make).kind()).isEqualTo(Failure.Kind.REFUSED);
        bench.stop();
        bench.make().close();
    }

    @Test
    void refusalsAndInvalidAnswersEndTheRun() throws Exception {
        bench.stream = (_, exchange) -> FakeApi.answer(exchange, 401, "{\"title\":\"Authentication required\"}");
        assertThat(bench.failure().kind()).isEqualTo(Failure.Kind.NOT_AUTHORISED);
        bench.stream = (_, exchange) -> FakeApi.answer(
                exchange,
                400,
                "{\"title\":\"Invalid request\",\"errors\":[{\"field\":\"events\",\"message\":\"must be names of events\"}]}");
        assertThat(bench.failure()).hasMessageContaining("events must be names of events");
        bench.stream = (_, exchange) -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream;charset=UTF-8");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("event:unauthorized\ndata:{}\n\n".getBytes(StandardCharsets.UTF_8));
        };
        assertThat(bench.failure().kind()).isEqualTo(Failure.Kind.NOT_AUTHORISED);
        bench.api.close();
        assertThat(bench.failure().kind()).isEqualTo(Failure.Kind.UNREACHABLE);
    }

    @Test
    void aGapIsReported() throws Exception {
        bench.stream = (asked, exchange) -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream;charset=UTF-8");
            exchange.sendResponseHeaders(200, 0);
            write(exchange, "id:0\nevent:gap\ndata:{\"detail\":\"Some are gone.\"}\n\n");
            bench.awaitEnd();
        };
        bench.start(null);
        await().atMost(LIMIT).until(() -> bench.notes.contains("gap Some are gone."));
    }
}
