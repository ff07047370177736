package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.api.access.Caller;
import io.plugstream.api.charger.Chargers.Registered;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.http.ContentionException;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class RegistrationQueueTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    /** Started transactions, which the test ends. */
    private final List<Transaction> begun = new ArrayList<>();

    private final RegistrationQueue queue = new RegistrationQueue(this::begin, DatabaseTimeouts.REQUEST);

    private Mono<Registered> begin(
            Caller caller, List<RegisteredCharger> wanted, Function<Registered, Mono<Void>> beforeCommit) {
        Transaction transaction = new Transaction(wanted, Sinks.one());
        begun.add(transaction);
        return transaction.end().asMono();
    }

    private record Transaction(List<RegisteredCharger> wanted, Sinks.One<Registered> end) {

        List<String> ids() {
            return wanted.stream().map(RegisteredCharger::chargeBoxId).toList();
        }

        void commit() {
            Set<String> created =
                    wanted.stream().map(RegisteredCharger::chargeBoxId).collect(Collectors.toSet());
            end.tryEmitValue(new Registered(Tier.SCALE, created, Set.of()));
        }
    }

    @Test
    void aLoneRegistrationDoesNotWait() {
        var charger = register("acme", "CP-1", NOON);

        begun.getFirst().commit();

        assertThat(charger.join().charger().chargeBoxId()).isEqualTo("CP-1");
        assertThat(begun).hasSize(1);
    }

    @Test
    void registrationsThatArriveMeanwhileShareATransactionAndATime() {
        var first = register("acme", "CP-1", NOON);
        var second = register("acme", "CP-2", NOON.plusMillis(5));
        var third = register("acme", "CP-3", NOON.plusMillis(9));
        assertThat(begun).hasSize(1);

        begun.get(0).commit();
        assertThat(first).isDone();
        assertThat(second).isNotDone();
        assertThat(begun.get(1).ids()).containsExactly("CP-2", "CP-3");
        begun.get(1).commit();

        assertThat(List.of(second.join().charger(), third.join().charger()))
                .isEqualTo(begun.get(1).wanted())
                .extracting(RegisteredCharger::createdAt)
                .containsOnly(NOON.plusMillis(5));
        var fourth = register("acme", "CP-4", NOON);
        assertThat(begun.get(2).ids()).containsExactly("CP-4");
        assertThat(fourth).isNotDone();
    }

    @Test
    void aTransactionHasEachIdOnce() {
        var _ = register("acme", "CP-1", NOON);
        var _ = register("acme", "CP-2", NOON);
        var _ = register("acme", "CP-2", NOON);
        var _ = register("acme", "CP-3", NOON);

        begun.get(0).commit();
        begun.get(1).commit();

        assertThat(begun)
                .extracting(Transaction::ids)
                .containsExactly(List.of("CP-1"), List.of("CP-2", "CP-3"), List.of("CP-2"));
    }

    @Test
    void aTransactionHasNoMoreRegistrationsThanABatch() {
        for (int number = 0; number < ChargerBatch.MOST + 2; number++) {
            var _ = register("acme", "CP-" + number, NOON);
        }

        begun.get(0).commit();
        begun.get(1).commit();

        assertThat(begun)
                .extracting(transaction -> transaction.wanted().size())
                .containsExactly(1, ChargerBatch.MOST, 1);
    }

    @Test
    void organisationsDoNotWaitForEachOther() {
        var _ = register("acme", "CP-1", NOON);
        var _ = register("other", "CP-1", NOON);

        assertThat(begun).hasSize(2);
    }

    @Test
    void aFailureEndsAllWaitingRegistrationsAndLaterOnesBeginAgain() {
        var first = register("acme", "CP-1", NOON);
        var second = register("acme", "CP-2", NOON);

        begun.getFirst().end().tryEmitError(new IllegalStateException("no database"));

        for (var failed : List.of(first, second)) {
            assertThatThrownBy(failed::join)
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseMessage("no database");
        }
        var _ = register("acme", "CP-3", NOON);
        assertThat(begun.getLast().ids()).containsExactly("CP-3");
    }

    /** No registration may keep waiting for a transaction that ended without a result. */
    @Test
    void aTransactionWithoutAResultIsAFailure() {
        var first = register("acme", "CP-1", NOON);
        var second = register("acme", "CP-2", NOON);

        begun.getFirst().end().tryEmitEmpty();

        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompletedExceptionally();
        var _ = register("acme", "CP-3", NOON);
        assertThat(begun.getLast().ids()).containsExactly("CP-3");
    }

    @Test
    void aRegistrationCancelledWhileItWaitsIsNotDone() {
        var _ = register("acme", "CP-1", NOON);
        var _ = register("acme", "CP-2", NOON).cancel(true);
        var _ = register("acme", "CP-3", NOON);

        begun.get(0).commit();

        assertThat(begun.get(1).ids()).containsExactly("CP-3");
    }

    /** Only a registration that waits has changed nothing for sure. */
    @Test
    void aRegistrationThatTimesOutInTheQueueFailsWithContention() {
        RegistrationQueue hasty = new RegistrationQueue(this::begin, Duration.ofMillis(50));
        var first = register(hasty, "acme", "CP-1", NOON);
        var second = register(hasty, "acme", "CP-2", NOON);

        assertThatThrownBy(first::join).hasCauseInstanceOf(TimeoutException.class);
        assertThatThrownBy(second::join).hasCauseInstanceOf(ContentionException.class);
        begun.getFirst().commit();
        assertThat(begun).hasSize(1);
    }

    private CompletableFuture<RegistrationQueue.Result> register(String organisation, String id, Instant at) {
        return register(queue, organisation, id, at);
    }

    private static CompletableFuture<RegistrationQueue.Result> register(
            RegistrationQueue queue, String organisation, String id, Instant at) {
        Caller caller = new Caller(organisation, Tier.SCALE, Mode.LIVE, Caller.Credential.API_KEY, "key", false);
        return queue.register(caller, new RegisteredCharger(id, null, "ws://localhost", "secret", at))
                .toFuture();
    }
}
