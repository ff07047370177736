package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.http.DroppedErrors;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class ReadsTest {

    private final Reads reads = new Reads();
    private final AtomicInteger begun = new AtomicInteger();

    @Test
    void aReadWaitsWhileOthersOfItsOrganisationRun() {
        List<Sinks.One<String>> ends = IntStream.rangeClosed(0, Reads.AT_A_TIME)
                .mapToObj(_ -> Sinks.<String>one())
                .toList();
        List<CompletableFuture<String>> running =
                ends.stream().map(end -> read("busy", end)).toList();
        assertThat(begun).hasValue(Reads.AT_A_TIME);

        Sinks.One<String> others = Sinks.one();
        CompletableFuture<String> other = read("other", others);
        assertThat(begun).hasValue(Reads.AT_A_TIME + 1);
        others.tryEmitValue("other");
        assertThat(other).isCompletedWithValue("other");

        ends.getFirst().tryEmitValue("page");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(begun).hasValue(Reads.AT_A_TIME + 2));
        ends.forEach(end -> end.tryEmitValue("page"));
        assertThat(running).allSatisfy(read -> assertThat(read.join()).isEqualTo("page"));
    }

    @Test
    void aReadThatFailsWithoutItsClientIsNoError() {
        try (DroppedErrors dropped = new DroppedErrors()) {
            Sinks.One<String> end = Sinks.one();
            Disposable left = reads.run("busy", end.asMono()).subscribe();
            left.dispose();

            end.tryEmitError(new IllegalStateException("stopped"));

            assertThat(dropped.all()).isEmpty();
        }
    }

    /** Otherwise it would hold its turn for as long as it waits behind requests that need none. */
    @Test
    void aReadWaitsForItsConnectionInALineOfItsOwn() {
        Mono<String> line = Mono.deferContextual(
                context -> Mono.just(context.get(ConnectionLine.class).name()));

        assertThat(reads.run("busy", line)
                        .contextWrite(new ConnectionLine("busy API_KEY")::in)
                        .block())
                .isEqualTo("busy reads");
        assertThat(reads.run("busy", Mono.deferContextual(context -> Mono.just(context.isEmpty())))
                        .block())
                .isTrue();
    }

    /** Each of the three has five; the fourth organisation's first read is the next, though theirs came before. */
    @Test
    void readsOfAllOrganisationsShareHalfOfThePool() {
        List<Sinks.One<String>> ends =
                IntStream.range(0, 15).mapToObj(_ -> Sinks.<String>one()).toList();
        List<CompletableFuture<String>> running = IntStream.range(0, 15)
                .mapToObj(number -> read("busy-" + number % 3, ends.get(number)))
                .toList();
        assertThat(begun).hasValue(Reads.TOGETHER);

        Sinks.One<String> others = Sinks.one();
        CompletableFuture<String> other = read("other", others);
        others.tryEmitValue("other");
        assertThat(other).isNotDone();

        ends.getFirst().tryEmitValue("page");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(other).isCompletedWithValue("other"));
        ends.forEach(end -> end.tryEmitValue("page"));
        assertThat(running).allSatisfy(read -> assertThat(read.join()).isEqualTo("page"));
    }

    /** Three organisations hold all places; the reads of eight others follow, though more of the three came before. */
    @Test
    void theNextReadIsThatOfAnOrganisationWithoutOne() {
        List<Sinks.One<String>> ends =
                IntStream.range(0, 36).mapToObj(_ -> Sinks.<String>one()).toList();
        List<String> order = new CopyOnWriteArrayList<>();
        List<CompletableFuture<String>> running = IntStream.range(0, 36)
                .mapToObj(number -> reads.run("busy-" + number / 3, Mono.defer(() -> {
                            order.add("busy-" + number / 3);
                            return ends.get(number).asMono();
                        }))
                        .toFuture())
                .toList();
        assertThat(order).hasSize(Reads.TOGETHER);

        for (int number = 0; number < 8; number++) {
            ends.get(number).tryEmitValue("page");
            int expected = Reads.TOGETHER + number + 1;
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(order).hasSize(expected));
        }
        assertThat(order.subList(Reads.TOGETHER, order.size()))
                .containsExactly("busy-4", "busy-5", "busy-6", "busy-7", "busy-8", "busy-9", "busy-10", "busy-11");

        ends.forEach(end -> end.tryEmitValue("page"));
        assertThat(running).allSatisfy(read -> assertThat(read.join()).isEqualTo("page"));
    }

    /** It holds its connection until PostgreSQL has answered, and no longer. */
    @Test
    void aReadWhoseClientHasLeftKeepsItsTurnUntilItEnds() {
        List<Sinks.One<String>> ends = IntStream.range(0, Reads.AT_A_TIME)
                .mapToObj(_ -> Sinks.<String>one())
                .toList();
        ends.forEach(end -> read("busy", end).cancel(true));
        Sinks.One<String> next = Sinks.one();
        CompletableFuture<String> waiting = read("busy", next);
        next.tryEmitValue("next");

        assertThat(ends).allMatch(end -> end.currentSubscriberCount() == 1);
        assertThat(waiting).isNotDone();

        ends.getFirst().tryEmitValue("page");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(waiting).isCompletedWithValue("next"));
    }

    private CompletableFuture<String> read(String organisation, Sinks.One<String> end) {
        return reads.run(organisation, Mono.defer(() -> {
                    begun.incrementAndGet();
                    return end.asMono();
                }))
                .toFuture();
    }
}
