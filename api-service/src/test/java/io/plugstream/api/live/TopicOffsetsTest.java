package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.api.http.DroppedErrors;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class TopicOffsetsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int SILENT = 4;
    private static final int OTHER = 5;
    private static final Position END = Position.START.where(_ -> false, position(100));

    @Test
    void aPartitionThatDoesNotAnswerHasNoKnownEnds() {
        TopicOffsets.Range range = get(new TopicOffsets(silent(Set.of(SILENT))).range());

        assertThat(range.first().next(OTHER)).isEqualTo(7);
        assertThat(range.end().next(OTHER)).isEqualTo(7);
        assertThat(position(50).max(range.first()).next(SILENT)).isEqualTo(50);
        assertThat(range.end().isBehind(Position.START.where(slot -> slot != SILENT, position(50))))
                .as("an offset in it is not taken for one beyond its end")
                .isFalse();
    }

    @Test
    void unreadEventsAreHiddenInAPartitionThatDoesNotAnswer() {
        TopicOffsets.Range range = get(new TopicOffsets(silent(Set.of(SILENT))).range());

        assertThat(range.hides(position(50), position(51))).isTrue();
        assertThat(range.hides(position(50), Position.START.where(slot -> slot == SILENT, position(51))))
                .isFalse();
    }

    @Test
    void aPartitionThatDoesNotAnswerIsReadFromItsBeginning() {
        Map<Integer, Instant> since = Map.of(SILENT, Instant.EPOCH, OTHER, Instant.EPOCH);

        Position found = get(new TopicOffsets(silent(Set.of(SILENT))).at(since, END));

        assertThat(found.next(SILENT)).isZero();
        assertThat(found.next(OTHER)).isEqualTo(7);
    }

    @Test
    void kafkaIsAwayIfNoPartitionAnswers() {
        Set<Integer> all = Set.copyOf(Position.slots().boxed().toList());

        assertThatThrownBy(() -> get(new TopicOffsets(silent(all)).range())).hasCauseInstanceOf(TimeoutException.class);
    }

    /** Kafka's client gives up after the same time as {@link TopicOffsets}. */
    @Test
    void aPartitionThatFailsAtTheEndOfTheTimeIsNoError() {
        try (DroppedErrors dropped = new DroppedErrors()) {
            get(new TopicOffsets(admin(Set.of(SILENT), Late::new)).range());

            assertThat(dropped.all()).isEmpty();
        }
    }

    /** A stream that begins at a time would skip events of that partition, or get older ones. */
    @Test
    void noStreamBeginsAtATimeWithoutAllAnswers() {
        assertThatThrownBy(() -> get(new TopicOffsets(silent(Set.of(SILENT))).since(Instant.EPOCH, END)))
                .hasCauseInstanceOf(TimeoutException.class);
    }

    private static <T> T get(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(TIMEOUT));
    }

    private static Position position(long offset) {
        return Position.of(Position.slots().mapToLong(_ -> offset).toArray());
    }

    /** An admin client to which all partitions but some answer with 7. */
    private static Admin silent(Set<Integer> silent) {
        return admin(silent, KafkaFutureImpl::new);
    }

    private static Admin admin(Set<Integer> silent, Supplier<KafkaFuture<ListOffsetsResultInfo>> silence) {
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (_, method, arguments) -> {
                    if (!method.getName().equals("listOffsets")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> answers = new HashMap<>();
                    for (Object asked : ((Map<?, ?>) arguments[0]).keySet()) {
                        TopicPartition partition = (TopicPartition) asked;
                        answers.put(
                                partition,
                                silent.contains(Position.slot(partition))
                                        ? silence.get()
                                        : KafkaFuture.completedFuture(
                                                new ListOffsetsResultInfo(7, 0, Optional.empty())));
                    }
                    return new ListOffsetsResult(answers);
                });
    }

    /** Fails while it is cancelled. */
    private static final class Late extends KafkaFutureImpl<ListOffsetsResultInfo> {

        @Override
        public CompletionStage<ListOffsetsResultInfo> toCompletionStage() {
            return new CompletableFuture<>() {
                @Override
                public boolean cancel(boolean mayInterrupt) {
                    return completeExceptionally(new org.apache.kafka.common.errors.TimeoutException("too late"));
                }
            };
        }
    }
}
