package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class TurnsTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final Turns turns = new Turns(1, 1, LONG, Duration.ZERO);

    /** Such as requests whose pool is closed. Each would begin the next one inside its own end. */
    @Test
    void allWhoseTurnsEndAtOnceFollowEachOther() throws Exception {
        Sinks.Empty<Void> end = Sinks.empty();
        CompletableFuture<Void> first =
                turns.run("acme", Mono.defer(end::asMono)).toFuture();
        List<CompletableFuture<Integer>> waiting = IntStream.range(0, Turns.MOST_WAITING)
                .mapToObj(number ->
                        turns.run("acme", Mono.fromSupplier(() -> number)).toFuture())
                .toList();

        Thread smallStack = new Thread(null, end::tryEmitEmpty, "small-stack", 256 * 1024);
        smallStack.start();
        smallStack.join();

        assertThat(first).isDone();
        assertThat(waiting).allSatisfy(future -> assertThat(future).isCompleted());
        assertThat(turns.run("acme", Mono.just("next")).toFuture()).isCompletedWithValue("next");
    }
}
