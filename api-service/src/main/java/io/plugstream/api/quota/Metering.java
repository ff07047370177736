package io.plugstream.api.quota;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.http.Completion;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Counts calls through Kafka. A call is appended and waits for its decision. While quota-service does not answer, calls
 * proceed without a decision and are counted later.
 */
@Component
class Metering {

    private static final Logger log = LoggerFactory.getLogger(Metering.class);

    /** Pause between combined records. Fewer are cheaper, because each costs two brokers' requests and a count. */
    private static final Duration PACE = Duration.ofMillis(4);

    private final CallLog callLog;
    private final Calls calls;
    private final KnownCounts counts;
    private final Duration patience;
    private final WaitingCalls waiting = new WaitingCalls();
    private final Coalescer<Account, ApiCall, Void> unlimited;
    private final QuotaParts presence;
    private final QuotaMetrics metrics;
    private final FirstProbe firstProbe = new FirstProbe(Topics.API_CALLS.partitions(), System::nanoTime);

    Metering(CallLog callLog, Calls calls, KnownCounts counts, QuotaProperties properties, MeterRegistry meters) {
        this.callLog = callLog;
        this.calls = calls;
        this.counts = counts;
        this.patience = properties.patience();
        this.presence = new QuotaParts(properties.silence(), properties.partialSilence());
        this.metrics = new QuotaMetrics(meters, presence);
        this.unlimited =
                new Coalescer<>(together -> callLog.append(together.getFirst().times(together.size())), PACE, patience);
        callLog.onDecision(this::heard);
    }

    /**
     * Decides whether a call may proceed, and counts it if so. Emits on a thread of Kafka's, which callers must
     * leave soon.
     *
     * @param exact whether the count must be known even without a limit
     */
    Mono<Admission> admit(String organisationId, Tier tier, boolean exact) {
        ApiCall call = calls.now(organisationId, tier);
        return call.limit() == Tier.UNLIMITED && !exact ? unlimited(call) : inTime(call, limited(call, true));
    }

    /** Counts a call as {@link #admit} does, but admits it even if the allowance is used up. */
    Mono<Admission> admitRegardless(String organisationId, Tier tier) {
        ApiCall call = calls.now(organisationId, tier);
        return call.limit() == Tier.UNLIMITED
                ? unlimited(call)
                : inTime(
                        call,
                        limited(call, false)
                                .flatMap(admission -> admission instanceof Admission.Refused(RateLimit limit)
                                        ? beyond(call, limit)
                                        : Mono.just(admission)));
    }

    /** Counts a refused call after all, regardless of the limit. */
    private Mono<Admission> beyond(ApiCall call, RateLimit limit) {
        return callLog.append(Calls.admitted(call)).then(Mono.fromSupplier(() -> {
            metrics.admitted();
            return new Admission.Admitted(limit);
        }));
    }

    private Mono<Admission> inTime(ApiCall call, Mono<Admission> admission) {
        return admission.timeout(patience).onErrorResume(e -> undecided(call, e));
    }

    FirstProbe firstProbe() {
        return firstProbe;
    }

    /** Whether all of quota-service is unavailable. */
    boolean isUnavailable() {
        return presence.isUnavailable();
    }

    /** See {@link QuotaAvailability#tick}. */
    void tick() {
        if (presence.tick(waiting.organisations())) {
            log.warn(
                    "quota-service does not answer for {} of its parts: calls are admitted and counted later",
                    presence.unavailableParts());
            waiting.letThrough(presence::isUnavailableFor);
        }
    }

    /** Probes each part of quota-service until its first answer, and while it is unavailable. */
    void probe() {
        IntStream.range(0, Topics.API_CALLS.partitions())
                .filter(part -> !firstProbe.isAnswered(part) || presence.isUnavailable(part))
                .mapToObj(calls::probe)
                .forEach(probe -> callLog.append(probe)
                        .subscribe(_ -> {}, e -> log.debug("A probe failed: {}", e.toString()), firstProbe::sent));
    }

    /** @param refusable whether a refusal is the call's verdict */
    private Mono<Admission> limited(ApiCall call, boolean refusable) {
        if (counts.isUsedUp(call.organisationId(), Calls.day(call), call.limit())) {
            return refusedFromMemory(call, refusable);
        }
        return presence.isUnavailableFor(call.organisationId())
                ? blind(call, refusable)
                : asked(call, counts.decided(call.organisationId(), Calls.day(call)), refusable);
    }

    private Mono<Admission> refusedFromMemory(ApiCall call, boolean refusable) {
        if (refusable) {
            metrics.refusedFromMemory();
        }
        return Mono.just(new Admission.Refused(rateLimit(call, call.limit())));
    }

    /** Calls that come while a record of their account is being sent share the next record. */
    private Mono<Admission> unlimited(ApiCall call) {
        return unlimited
                .ask(Account.of(call), call)
                .then(Mono.fromSupplier(() -> {
                    metrics.admitted();
                    return (Admission) new Admission.Admitted(rateLimit(call, 0));
                }))
                .onErrorResume(e -> undecided(call, e));
    }

    /** Appends the call as admitted before it proceeds, so that it counts even after a crash. */
    private Mono<Admission> blind(ApiCall call, boolean refusable) {
        long used = counts.reserve(call.organisationId(), Calls.day(call), call.limit());
        if (used > call.limit()) {
            return refusedFromMemory(call, refusable);
        }
        return callLog.append(Calls.admitted(call))
                .doOnError(_ -> counts.giveBack(call.organisationId(), Calls.day(call)))
                // The append goes on after the caller's timeout, and may still fail then.
                .cache()
                .then(Mono.fromSupplier(() -> admittedBlind(call, used)));
    }

    /**
     * Appends a call as admitted that has asked in vain. It proceeds even beyond the allowance, because the log has it.
     *
     * @param decided {@link KnownCounts#decided} before the call was first sent
     */
    private Mono<Admission> letThrough(ApiCall call, long decided) {
        return callLog.append(Calls.admittedAfterAsking(call))
                .then(Mono.fromSupplier(() -> admittedBlind(
                        call, counts.add(call.organisationId(), Calls.day(call), call.limit(), decided))));
    }

    private Mono<Admission> asked(ApiCall call, long decided, boolean refusable) {
        long began = System.nanoTime();
        return Mono.defer(() -> {
                    CompletableFuture<QuotaDecision> decision = waiting.add(call);
                    return callLog.ask(call)
                            .doOnSuccess(_ -> waitForQuotaService(call))
                            .then(Completion.of(decision))
                            .doFinally(_ -> waiting.remove(call));
                })
                .map(decision -> {
                    metrics.waited(Duration.ofNanos(System.nanoTime() - began));
                    return decided(call, decision, refusable);
                })
                .onErrorResume(WaitingCalls.LetThrough.class, _ -> letThrough(call, decided));
    }

    private void waitForQuotaService(ApiCall call) {
        waiting.appended(call);
        if (presence.isUnavailableFor(call.organisationId())) {
            waiting.letThrough(call.organisationId()::equals);
        }
    }

    private Admission decided(ApiCall call, QuotaDecision decision, boolean refusable) {
        if (decision.admitted()) {
            metrics.admitted();
        } else if (refusable) {
            metrics.refused();
        }
        RateLimit limit = RateLimit.daily(call.limit(), decision.used(), within(decision.day(), call.at()));
        return decision.admitted() ? new Admission.Admitted(limit) : new Admission.Refused(limit);
    }

    private Admission admittedBlind(ApiCall call, long used) {
        metrics.admittedBlind();
        return new Admission.Admitted(rateLimit(call, used));
    }

    private Mono<Admission> undecided(ApiCall call, Throwable failure) {
        metrics.undecided();
        log.warn("A call was not admitted: {}", failure.toString());
        long used = counts.used(call.organisationId(), Calls.day(call));
        return Mono.just(new Admission.Undecided(rateLimit(call, used)));
    }

    /** Moves {@code at} into the day, because the log may have appended the call on the next day. */
    private static Instant within(LocalDate day, Instant at) {
        Instant begin = day.atStartOfDay(ZoneOffset.UTC).toInstant();
        Instant last = begin.plus(Duration.ofDays(1)).minusMillis(1);
        return at.isBefore(begin) ? begin : at.isAfter(last) ? last : at;
    }

    private static RateLimit rateLimit(ApiCall call, long used) {
        return RateLimit.daily(call.limit(), used, call.at());
    }

    private void heard(QuotaDecision decision, Instant called) {
        waiting.decided(decision);
        boolean recent = calls.age(called).compareTo(patience) < 0;
        if (presence.decisionReceived(decision.organisationId(), recent)) {
            log.info("quota-service answers again, except for {} of its parts", presence.unavailableParts());
        }
        if (!Calls.isProbe(decision.organisationId())) {
            counts.learn(decision);
        } else if (recent) {
            firstProbe.answered(QuotaParts.part(decision.organisationId()));
        }
    }

    /** What calls that share a record have in common. */
    private record Account(String organisationId, Tier tier, LocalDate day) {

        static Account of(ApiCall call) {
            return new Account(call.organisationId(), call.tier(), Calls.day(call));
        }
    }
}
