package io.plugstream.api.charger;

import io.plugstream.api.access.Audit;
import io.plugstream.api.access.Caller;
import io.plugstream.api.charger.Chargers.Registered;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.http.ContentionException;
import io.plugstream.model.organisation.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.core.publisher.Sinks;
import reactor.util.context.ContextView;

/**
 * Registers single chargers, one transaction at a time for each organisation and mode. Registrations that arrive
 * meanwhile would wait for the same lock, so the next transaction takes them together (ADR 95).
 */
@Component
class RegistrationQueue {

    private final Registering registering;
    private final Duration limit;

    /** Waiting registrations; a fleet has an entry while one of its transactions is running. */
    private final Map<Fleet, Deque<Waiting>> queues = new HashMap<>();

    @Autowired
    RegistrationQueue(Chargers chargers) {
        this(chargers::register, DatabaseTimeouts.REQUEST);
    }

    /** @param limit how long a registration may take, including its wait */
    RegistrationQueue(Registering registering, Duration limit) {
        this.registering = registering;
        this.limit = limit;
    }

    /** See {@link Chargers#register}. */
    interface Registering {
        Mono<Registered> register(
                Caller caller, List<RegisteredCharger> wanted, Function<Registered, Mono<Void>> beforeCommit);
    }

    /**
     * The outcome of one registration.
     *
     * @param charger the charger as stored, if it was registered
     * @param registered the outcome of the whole transaction
     */
    record Result(RegisteredCharger charger, Registered registered) {}

    private record Fleet(String organisationId, Mode mode) {}

    /** @param context the request's context; the transaction appears in the trace of its first request */
    private record Waiting(Caller caller, RegisteredCharger charger, ContextView context, Sinks.One<Result> result) {

        Waiting at(Instant createdAt) {
            return new Waiting(caller, charger.at(createdAt), context, result);
        }
    }

    /**
     * Cancelling while the registration waits in the queue withdraws it. Fails with {@link ContentionException} if the
     * time runs out while it waits, and with {@link TimeoutException} if its transaction has begun.
     */
    Mono<Result> register(Caller caller, RegisteredCharger charger) {
        Fleet fleet = new Fleet(caller.organisationId(), caller.mode());
        return Mono.deferContextual(context -> {
            Waiting one = new Waiting(caller, charger, context, Sinks.one());
            if (isFirst(fleet, one)) {
                run(fleet, List.of(one));
            }
            return one.result()
                    .asMono()
                    .timeout(limit, Mono.error(() -> outOfTime(fleet, one)))
                    .doOnCancel(() -> withdraw(fleet, one));
        });
    }

    /** Withdraws the registration. Unless its transaction has begun, nothing was changed. */
    private Exception outOfTime(Fleet fleet, Waiting one) {
        return withdraw(fleet, one)
                ? new ContentionException("a registration waited behind others of its organisation for " + limit)
                : new TimeoutException("a registration did not end within " + limit);
    }

    private boolean isFirst(Fleet fleet, Waiting one) {
        synchronized (queues) {
            Deque<Waiting> queue = queues.get(fleet);
            if (queue == null) {
                queues.put(fleet, new ArrayDeque<>());
                return true;
            }
            queue.add(one);
            return false;
        }
    }

    /** Whether the registration was still waiting. */
    private boolean withdraw(Fleet fleet, Waiting one) {
        synchronized (queues) {
            Deque<Waiting> queue = queues.get(fleet);
            return queue != null && queue.remove(one);
        }
    }

    private void run(Fleet fleet, List<Waiting> together) {
        Mono.defer(() -> registering.register(
                        together.getFirst().caller(),
                        together.stream().map(Waiting::charger).toList(),
                        registered -> note(together, registered)))
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("a registration ended without a result")))
                .contextWrite(together.getFirst().context())
                .materialize()
                .subscribe(end -> over(fleet, together, end));
    }

    /** Each registration has its own caller, whom the audit names. */
    private static Mono<Void> note(List<Waiting> together, Registered registered) {
        return Flux.fromIterable(together)
                .filter(one -> registered.created().contains(one.charger().chargeBoxId()))
                .concatMap(one -> Audit.note(
                        one.caller(), ChargerRegistrar.REGISTERED, one.charger().chargeBoxId()))
                .then();
    }

    private void over(Fleet fleet, List<Waiting> together, Signal<Registered> end) {
        Throwable failure = end.getThrowable();
        if (failure != null) {
            together.forEach(one -> one.result().tryEmitError(failure));
            // The waiting registrations need the same lock, so they fail at once too.
            all(fleet).forEach(one -> one.result().tryEmitError(failure));
            return;
        }
        Registered registered = Objects.requireNonNull(end.get());
        List<Waiting> next = next(fleet);
        if (!next.isEmpty()) {
            run(fleet, next);
        }
        together.forEach(one -> one.result().tryEmitValue(new Result(one.charger(), registered)));
    }

    private List<Waiting> all(Fleet fleet) {
        synchronized (queues) {
            return List.copyOf(Objects.requireNonNull(queues.remove(fleet)));
        }
    }

    /** The next registrations: at most a batch, with distinct ids, all with the creation time of the first. */
    private List<Waiting> next(Fleet fleet) {
        List<Waiting> next = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        synchronized (queues) {
            Deque<Waiting> queue = Objects.requireNonNull(queues.get(fleet));
            Iterator<Waiting> left = queue.iterator();
            while (left.hasNext() && next.size() < ChargerBatch.MOST) {
                Waiting one = left.next();
                if (ids.add(one.charger().chargeBoxId())) {
                    left.remove();
                    next.add(
                            next.isEmpty()
                                    ? one
                                    : one.at(next.getFirst().charger().createdAt()));
                }
            }
            if (next.isEmpty()) {
                queues.remove(fleet);
            }
        }
        return next;
    }
}
