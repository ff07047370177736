package io.plugstream.api.sandbox;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.plugstream.api.access.Caller;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.idempotency.KafkaWork;
import io.plugstream.api.log.AcknowledgedLog;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.model.sandbox.SandboxScenario;
import io.plugstream.model.sandbox.SandboxView;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Callers' access to their test chargers: state, settings, actions and scenarios. */
@Component
class Sandbox {

    private static final Logger log = LoggerFactory.getLogger(Sandbox.class);
    private static final String RUNS = "A scenario is already running at this charger.";
    private static final int MOST_LIMITED = 100_000;

    private final TestChargers chargers;
    private final AcknowledgedLog acknowledged;
    private final KafkaWork kafkaWork;
    private final TopicTable<ChargerId, SandboxView> states;
    private final SandboxProperties properties;
    private final Clock clock;
    private final LoadingCache<ChargerId, Bucket> limits;
    private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

    Sandbox(
            TestChargers chargers,
            AcknowledgedLog acknowledged,
            KafkaWork kafkaWork,
            TopicTable<ChargerId, SandboxView> states,
            SandboxProperties properties,
            Clock clock) {
        this.chargers = chargers;
        this.acknowledged = acknowledged;
        this.kafkaWork = kafkaWork;
        this.states = states;
        this.properties = properties;
        this.clock = clock;
        int most = properties.actionsAMinute();
        this.limits = Caffeine.newBuilder()
                .maximumSize(MOST_LIMITED)
                .expireAfterAccess(Duration.ofMinutes(2))
                .build(_ -> Bucket.builder()
                        .addLimit(limit -> limit.capacity(most).refillGreedy(most, Duration.ofMinutes(1)))
                        .build());
    }

    Mono<TestCharger> show(Caller caller, String chargeBoxId) {
        return find(caller, chargeBoxId).map(row -> show(caller, row));
    }

    private TestCharger show(Caller caller, TestChargerRow row) {
        SandboxView state = state(caller, row);
        TestChargerRow.RequestedRun requested = row.lastRun();
        return TestCharger.of(row, state, requested == null ? null : run(requested, state, List.of()));
    }

    Mono<TestCharger> change(Caller caller, String chargeBoxId, SettingsChange change) {
        ChargerId id = new ChargerId(caller.organisationId(), chargeBoxId);
        return find(caller, chargeBoxId)
                .flatMap(row -> {
                    SandboxView state = state(caller, row);
                    if (change.handsOver(row.charger())) {
                        checkNothingRuns(row, state);
                    }
                    return chargers.change(id, change, ended(state), now().minus(Run.LONGEST));
                })
                .flatMap(free -> free ? wake(id, change) : Mono.error(conflict(RUNS)))
                .then(Mono.defer(() -> show(caller, chargeBoxId)));
    }

    /** A charger may have slept since it was handed over. If the order is lost, a later call wakes it. */
    private Mono<Void> wake(ChargerId id, SettingsChange change) {
        return Boolean.TRUE.equals(change.simulated())
                ? send(id, new SandboxOrder.Use(now())).onErrorComplete()
                : Mono.empty();
    }

    /** Completes when the order for the sandbox is in Kafka. */
    Mono<Void> act(Caller caller, String chargeBoxId, SandboxAction action, @Nullable String idTag) {
        ChargerId id = new ChargerId(caller.organisationId(), chargeBoxId);
        return find(caller, chargeBoxId).flatMap(row -> {
            checkSimulated(row);
            checkNothingRuns(row, state(caller, row));
            checkLimit(id);
            SandboxOrder order =
                    new SandboxOrder.Act(now(), action, idTag, row.charger().clockSpeed());
            return kafkaWork.once(send(id, order));
        });
    }

    /** Orders a scenario; returns its run. */
    Mono<Run> run(Caller caller, String chargeBoxId, SandboxScenario scenario) {
        ChargerId id = new ChargerId(caller.organisationId(), chargeBoxId);
        return find(caller, chargeBoxId).flatMap(row -> {
            checkSimulated(row);
            SandboxView state = state(caller, row);
            checkNothingRuns(row, state);
            checkLimit(id);
            var requested = new TestChargerRow.RequestedRun(ids.generate(), scenario.wireName(), now());
            return chargers.request(id, requested, ended(state), requested.at().minus(Run.LONGEST))
                    .flatMap(free ->
                            free ? order(id, requested, row.charger().clockSpeed()) : Mono.error(conflict(RUNS)))
                    .thenReturn(Run.requested(requested, requested.at()));
        });
    }

    private Mono<Void> order(ChargerId id, TestChargerRow.RequestedRun requested, int clockSpeed) {
        SandboxOrder order = new SandboxOrder.Run(requested.at(), requested.id(), requested.scenario(), clockSpeed);
        return send(id, order)
                // If the order does not arrive, the run fails by itself. Without its run, an order that does arrive
                // would start a scenario that nobody knows.
                .onErrorComplete(AcknowledgedLog::mayBeWritten)
                .onErrorResume(failure -> chargers.withdraw(id, requested.id()).then(Mono.error(unavailable())));
    }

    /** The run with this id at any of the caller's chargers. */
    Mono<Run> find(Caller caller, UUID runId) {
        check(caller);
        return chargers.all(caller.organisationId())
                .concatMap(row -> find(caller, row, runId))
                .next()
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("scenario")));
    }

    private Mono<Run> find(Caller caller, TestChargerRow row, UUID runId) {
        List<SandboxRun> runs = runs(state(caller, row));
        if (known(runs, runId).isPresent()) {
            return chargers.transactions(
                            new ChargerId(caller.organisationId(), row.charger().chargeBoxId()))
                    .mapNotNull(
                            transactions -> reported(runs, runId, transactions).orElse(null));
        }
        return Mono.justOrEmpty(row.lastRun())
                .filter(requested -> requested.id().equals(runId))
                .map(requested -> Run.requested(requested, clock.instant()));
    }

    private Mono<TestChargerRow> find(Caller caller, String chargeBoxId) {
        check(caller);
        return Mono.just(chargeBoxId)
                .filter(ChargerId::isChargeBoxId)
                .flatMap(id -> chargers.find(new ChargerId(caller.organisationId(), id)))
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("test charger")));
    }

    /** The live mode has no test chargers. */
    private void check(Caller caller) {
        if (caller.mode() != Mode.TEST || !properties.enabled()) {
            throw Problem.noSuch("test charger");
        }
    }

    private static void checkSimulated(TestChargerRow row) {
        if (!row.charger().simulated()) {
            throw conflict("The charger is not simulated; PATCH it with simulated: true.");
        }
    }

    private void checkNothingRuns(TestChargerRow row, @Nullable SandboxView state) {
        TestChargerRow.RequestedRun last = row.lastRun();
        if (last != null && run(last, state, List.of()).status() == SandboxRun.Status.RUNNING) {
            throw conflict(RUNS);
        }
    }

    private void checkLimit(ChargerId id) {
        ConsumptionProbe probe = limits.get(id).tryConsumeAndReturnRemaining(1);
        if (!probe.isConsumed()) {
            long wait = TimeUnit.NANOSECONDS.toSeconds(probe.getNanosToWaitForRefill()) + 1;
            throw Problem.of(
                            ProblemType.TOO_MANY_REQUESTS,
                            "A charger takes at most " + properties.actionsAMinute()
                                    + " actions and scenarios a minute.")
                    .exception()
                    .header(HttpHeaders.RETRY_AFTER, Long.toString(wait));
        }
    }

    private Mono<Void> send(ChargerId id, SandboxOrder order) {
        return acknowledged
                .append(Topics.SANDBOX_ORDERS, id, order)
                .doOnError(failure ->
                        log.warn("Kafka did not acknowledge an order for a test charger: {}", failure.toString()));
    }

    private static ProblemException unavailable() {
        return Problem.of(ProblemType.UNAVAILABLE).exception();
    }

    /** The sandbox's state of this registration, not of an earlier one with the same id. */
    private @Nullable SandboxView state(Caller caller, TestChargerRow row) {
        SandboxView state =
                states.get(new ChargerId(caller.organisationId(), row.charger().chargeBoxId()));
        return state != null && state.registeredAt().equals(row.charger().registeredAt()) ? state : null;
    }

    private static List<SandboxRun> runs(@Nullable SandboxView state) {
        return state == null ? List.of() : state.runs();
    }

    private static Optional<SandboxRun> known(List<SandboxRun> runs, UUID id) {
        return runs.stream().filter(run -> run.id().equals(id)).findFirst();
    }

    private Optional<Run> reported(List<SandboxRun> runs, UUID id, List<TransactionEvents> transactions) {
        return known(runs, id).map(run -> Run.of(run, runs, transactions, clock.instant()));
    }

    private Run run(
            TestChargerRow.RequestedRun requested, @Nullable SandboxView state, List<TransactionEvents> transactions) {
        return reported(runs(state), requested.id(), transactions)
                .orElseGet(() -> Run.requested(requested, clock.instant()));
    }

    private static Set<UUID> ended(@Nullable SandboxView state) {
        return state == null
                ? Set.of()
                : state.runs().stream()
                        .filter(run -> !run.isRunning())
                        .map(SandboxRun::id)
                        .collect(Collectors.toUnmodifiableSet());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static ProblemException conflict(String detail) {
        return Problem.of(ProblemType.CONFLICT, detail).exception();
    }
}
