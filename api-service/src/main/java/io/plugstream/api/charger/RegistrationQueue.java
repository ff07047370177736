package io.plugstream.api.charger;

import io.plugstream.api.access.Caller;
import io.plugstream.api.charger.Chargers.Registered;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.model.organisation.Mode;
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
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.core.publisher.Sinks;
import reactor.util.context.ContextView;

/**
 * Registrations of single chargers, one transaction at a time for each organisation and mode: those that come meanwhile
 * would wait for its lock, so they go together in the next one (ADR 95).
 */
@Component
class RegistrationQueue {

    private final Registering registering;

    /** Those that wait; an organisation and mode is in it while a transaction of theirs is under way. */
    private final Map<Fleet, Deque<Waiting>> queues = new HashMap<>();

    @Autowired
    RegistrationQueue(Chargers chargers) {
        this((caller, wanted) -> chargers.register(caller, wanted, _ -> Mono.empty()));
    }

    RegistrationQueue(Registering registering) {
        this.registering = registering;
    }

    /** Registers as many of {@code wanted}, each with an id of its own, as there is room for, in one transaction. */
    interface Registering {
        Mono<Registered> register(Caller caller, List<RegisteredCharger> wanted);
    }

    /**
     * What became of a charger.
     *
     * @param charger as it is stored, if it is
     * @param registered what became of all that went together
     */
    record Result(RegisteredCharger charger, Registered registered) {}

    private record Fleet(String organisationId, Mode mode) {}

    /** @param context of the request, so that a trace of the first shows their transaction */
    private record Waiting(Caller caller, RegisteredCharger charger, ContextView context, Sinks.One<Result> result) {

        Waiting at(Instant createdAt) {
            return new Waiting(caller, charger.at(createdAt), context, result);
        }
    }

    /** Who gives up while it waits is not registered. */
    Mono<Result> register(Caller caller, RegisteredCharger charger) {
        Fleet fleet = new Fleet(caller.organisationId(), caller.mode());
        return Mono.deferContextual(context -> {
                    Waiting one = new Waiting(caller, charger, context, Sinks.one());
                    if (isFirst(fleet, one)) {
                        run(fleet, List.of(one));
                    }
                    return one.result().asMono().doOnCancel(() -> withdraw(fleet, one));
                })
                .timeout(DatabaseTimeouts.REQUEST);
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

    private void withdraw(Fleet fleet, Waiting one) {
        synchronized (queues) {
            Deque<Waiting> queue = queues.get(fleet);
            if (queue != null) {
                queue.remove(one);
            }
        }
    }

    private void run(Fleet fleet, List<Waiting> together) {
        Mono.defer(() -> registering.register(
                        together.getFirst().caller(),
                        together.stream().map(Waiting::charger).toList()))
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("a registration ended without a word")))
                .contextWrite(together.getFirst().context())
                .materialize()
                .subscribe(end -> over(fleet, together, end));
    }

    private void over(Fleet fleet, List<Waiting> together, Signal<Registered> end) {
        Throwable failure = end.getThrowable();
        if (failure != null) {
            together.forEach(one -> one.result().tryEmitError(failure));
            // They would wait for the same lock of the same database.
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

    /** As many as a batch may have, each with an id of its own and all with the time of the first. */
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
