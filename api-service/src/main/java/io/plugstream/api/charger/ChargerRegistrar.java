package io.plugstream.api.charger;

import io.plugstream.api.access.Audit;
import io.plugstream.api.access.Caller;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.idempotency.KeptResponses;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Registers chargers with a random password and their connection URL. */
@Component
class ChargerRegistrar {

    /** The name of a registration in the audit. */
    static final String REGISTERED = "Charger registered";

    private static final String TAKEN =
            "The organisation already has a charger with this chargeBoxId, in live or test mode.";

    private final Chargers chargers;
    private final RegistrationQueue queue;
    private final KeptResponses responses;
    private final ConnectionUrls connectionUrls;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    ChargerRegistrar(
            Chargers chargers,
            RegistrationQueue queue,
            KeptResponses responses,
            ConnectionUrls connectionUrls,
            Clock clock) {
        this.chargers = chargers;
        this.queue = queue;
        this.responses = responses;
        this.connectionUrls = connectionUrls;
        this.clock = clock;
    }

    /** Fails with a problem if the id is taken or the limit is reached. */
    Mono<RegisteredCharger> register(Caller caller, NewCharger wanted) {
        RegisteredCharger charger = charger(caller, wanted, now());
        return responses.isKept().flatMap(kept -> kept ? alone(caller, charger) : withOthers(caller, charger));
    }

    /** Registers the charger in its own transaction, because the kept response must be stored in the same one. */
    private Mono<RegisteredCharger> alone(Caller caller, RegisteredCharger charger) {
        return chargers.register(
                        caller,
                        List.of(charger),
                        registered -> created(caller, charger, registered)
                                .flatMap(created -> responses.keepCreated(created.location(), created))
                                .then(Audit.note(caller, REGISTERED, charger.chargeBoxId())))
                .thenReturn(charger);
    }

    private Mono<RegisteredCharger> withOthers(Caller caller, RegisteredCharger charger) {
        return queue.register(caller, charger)
                .flatMap(result -> created(caller, result.charger(), result.registered()));
    }

    private static Mono<RegisteredCharger> created(
            Caller caller, RegisteredCharger charger, Chargers.Registered registered) {
        if (registered.created().contains(charger.chargeBoxId())) {
            return Mono.just(charger);
        }
        return Mono.error(() -> registered.existing().contains(charger.chargeBoxId())
                ? Problem.of(ProblemType.CONFLICT, TAKEN).exception()
                : ChargerLimit.reached(caller.mode(), registered.tier()).exception());
    }

    /** Returns the outcome of each charger. */
    Mono<BatchResult> register(Caller caller, ChargerBatch batch) {
        Instant now = now();
        Map<String, RegisteredCharger> wanted = new LinkedHashMap<>();
        batch.valid().forEach(charger -> wanted.putIfAbsent(charger.chargeBoxId(), charger(caller, charger, now)));
        return chargers.register(
                        caller,
                        List.copyOf(wanted.values()),
                        registered -> responses
                                .keep(answer(caller, batch, wanted, registered))
                                .then(Audit.noteAll(caller, REGISTERED, registered.created())))
                .map(registered -> answer(caller, batch, wanted, registered));
    }

    private static BatchResult answer(
            Caller caller, ChargerBatch batch, Map<String, RegisteredCharger> wanted, Chargers.Registered registered) {
        Map<String, RegisteredCharger> created = new HashMap<>(wanted);
        created.keySet().retainAll(registered.created());
        return new BatchResult(batch.items().stream()
                .map(item -> {
                    if (item.fault() != null) {
                        return BatchResult.Item.refused(item.chargeBoxId(), item.fault());
                    }
                    // Of items with the same id, only the first is created.
                    RegisteredCharger charger = created.remove(item.chargeBoxId());
                    if (charger != null) {
                        return BatchResult.Item.created(charger);
                    }
                    boolean exists = wanted.containsKey(item.chargeBoxId())
                            && (registered.existing().contains(item.chargeBoxId())
                                    || registered.created().contains(item.chargeBoxId()));
                    return exists
                            ? BatchResult.Item.exists(item.chargeBoxId())
                            : BatchResult.Item.refused(
                                    item.chargeBoxId(),
                                    ChargerLimit.reached(caller.mode(), registered.tier())
                                            .detail());
                })
                .toList());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private RegisteredCharger charger(Caller caller, NewCharger wanted, Instant createdAt) {
        return new RegisteredCharger(
                wanted.chargeBoxId(),
                wanted.name(),
                connectionUrls.of(caller, wanted.chargeBoxId()),
                ChargerPassword.random(random).text(),
                createdAt);
    }

    /** Empty if the caller has no such charger. */
    Mono<ChargerPassword> newPassword(Caller caller, String chargeBoxId) {
        ChargerPassword password = ChargerPassword.random(random);
        return chargers.changePassword(caller, chargeBoxId, password).map(_ -> password);
    }
}
