package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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

    private CompletableFuture<String> read(String organisation, Sinks.One<String> end) {
        return reads.run(organisation, Mono.defer(() -> {
                    begun.incrementAndGet();
                    return end.asMono();
                }))
                .toFuture();
    }
}
