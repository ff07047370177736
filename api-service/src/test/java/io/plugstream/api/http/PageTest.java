package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class PageTest {

    private final List<Integer> read = new ArrayList<>();

    @Test
    void allPagesComeInOrder() {
        StepVerifier.create(Page.<Integer>all(last -> Mono.just(page(last.orElse(0), 7)))
                        .map(Page::entries))
                .expectNext(List.of(1, 2, 3), List.of(4, 5, 6), List.of(7))
                .verifyComplete();
    }

    @Test
    void eachPageIsReadInTheContextOfTheRequest() {
        StepVerifier.create(Page.<Integer>all(last -> Mono.deferContextual(context ->
                                context.hasKey("request") ? Mono.just(page(last.orElse(0), 7)) : Mono.empty()))
                        .contextWrite(context -> context.put("request", true)))
                .expectNextCount(3)
                .verifyComplete();
    }

    @Test
    void anEmptyListIsOnePage() {
        StepVerifier.create(Page.<Integer>all(last -> Mono.just(page(last.orElse(0), 0)))
                        .map(Page::entries))
                .expectNext(List.of())
                .verifyComplete();
    }

    @Test
    void onlyOnePageIsReadAhead() {
        StepVerifier.create(Page.<Integer>all(last -> Mono.fromSupplier(() -> page(last.orElse(0), 100))), 1)
                .expectNextCount(1)
                .then(() -> assertThat(read).containsExactly(0, 3))
                .thenRequest(1)
                .expectNextCount(1)
                .then(() -> assertThat(read).containsExactly(0, 3, 6))
                .thenCancel()
                .verify();
    }

    @Test
    void aPageReadAheadIsCompletedWithoutDemand() {
        StepVerifier.withVirtualTime(
                        () -> Page.<Integer>all(last -> Mono.delay(Duration.ofSeconds(1))
                                .map(_ -> page(last.orElse(0), 4))
                                .timeout(Duration.ofSeconds(2))),
                        1)
                .thenAwait(Duration.ofSeconds(1))
                .expectNextCount(1)
                .thenAwait(Duration.ofMinutes(1))
                .thenRequest(1)
                .expectNextCount(1)
                .verifyComplete();
    }

    @Test
    void aFailureEndsThePages() {
        StepVerifier.create(Page.<Integer>all(
                        last -> last.isEmpty() ? Mono.just(page(0, 9)) : Mono.error(new IllegalStateException("away"))))
                .expectNextCount(1)
                .verifyErrorMessage("away");
    }

    private Page<Integer> page(int after, int end) {
        read.add(after);
        List<Integer> upToOneMore = IntStream.rangeClosed(after + 1, Math.min(after + 4, end))
                .boxed()
                .toList();
        return Page.of(upToOneMore, 3, last -> Cursor.of("numbers", last.toString()));
    }
}
