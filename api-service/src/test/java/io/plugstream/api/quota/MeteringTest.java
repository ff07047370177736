package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

class MeteringTest {

    private static final int ALLOWANCE = 50;
    private static final QuotaProperties PROPERTIES =
            new QuotaProperties(Duration.ofSeconds(2), Duration.ofMillis(250), Duration.ofMillis(1_500));

    private final VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    private final LogClock clock = new LogClock(Clock.systemUTC());
    private final FakeLog log = new FakeLog(clock);
    private final Metering metering =
            new Metering(log, new Calls(clock), new KnownCounts(), PROPERTIES, new SimpleMeterRegistry());

    @AfterEach
    void resetTime() {
        VirtualTimeScheduler.reset();
    }

    @Test
    void aRevocationBeyondTheAllowanceIsAnsweredWithinThePatienceOfOneCall() {
        log.acknowledgement = Mono.never();
        CompletableFuture<Admission> revocation =
                metering.admitRegardless("acme", Tier.FREE).toFuture();
        time.advanceTimeBy(Duration.ofMillis(1_500));
        log.decide(log.asked.getFirst(), false, Instant.now());
        assertThat(log.appended).hasSize(1);

        time.advanceTimeBy(Duration.ofMillis(500));

        assertThat(revocation).isCompletedWithValueMatching(Admission.Undecided.class::isInstance);
    }

    @Test
    void simultaneousCallsWithoutDecisionsStayWithinTheAllowance() {
        beginOutage();
        log.acknowledgement = Mono.never();

        List<CompletableFuture<Admission>> calls = call(200);

        assertThat(log.appended).hasSize(ALLOWANCE);
        assertThat(calls.stream().filter(MeteringTest::isRefused)).hasSize(200 - ALLOWANCE);
    }

    @Test
    void aCallThatKafkaDidNotAcceptTakesNoPlace() {
        beginOutage();
        log.acknowledgement = Mono.error(new IllegalStateException("not accepted"));
        assertThat(call(ALLOWANCE)).allMatch(call -> call.join() instanceof Admission.Undecided);
        log.acknowledgement = Mono.empty();

        assertThat(call(ALLOWANCE)).allMatch(call -> call.join() instanceof Admission.Admitted);
        assertThat(call(1)).allMatch(MeteringTest::isRefused);
    }

    @Test
    void aCallThatKafkaMayStillAcceptKeepsItsPlace() {
        beginOutage();
        CompletableFuture<Void> acknowledgement = new CompletableFuture<>();
        log.acknowledgement = Mono.fromFuture(acknowledgement);
        List<CompletableFuture<Admission>> calls = call(ALLOWANCE);
        time.advanceTimeBy(PROPERTIES.patience());
        assertThat(calls).allMatch(call -> call.join() instanceof Admission.Undecided);
        assertThat(call(1)).allMatch(MeteringTest::isRefused);

        acknowledgement.completeExceptionally(new IllegalStateException("not accepted"));
        log.acknowledgement = Mono.empty();
        assertThat(call(1)).allMatch(call -> call.join() instanceof Admission.Admitted);
    }

    @Test
    void eachUnavailablePartIsProbedUntilItAnswers() {
        metering.probe();
        answerProbes();
        assertThat(probed()).as("all have answered").isEmpty();

        beginOutage();
        assertThat(probed()).containsExactly(0, 1, 2, 3, 4, 5);
        log.decide(log.appended.get(2), false, Instant.now());
        log.decide(
                log.appended.get(3),
                false,
                Instant.now().minus(PROPERTIES.patience().multipliedBy(2)));
        assertThat(probed()).containsExactly(0, 1, 3, 4, 5);

        answerProbes();
        assertThat(probed()).isEmpty();
    }

    @Test
    void theFirstProbeIsOverWhenEachPartHasAnswered() {
        metering.probe();
        log.decide(log.appended.getFirst(), false, Instant.now());
        assertThat(metering.firstProbe().isOver()).isFalse();

        answerProbes();

        assertThat(metering.firstProbe().isOver()).isTrue();
    }

    private void answerProbes() {
        log.appended.forEach(probe -> log.decide(probe, false, Instant.now()));
    }

    /** The parts of the next probes. */
    private List<Integer> probed() {
        log.appended.clear();
        metering.probe();
        return log.appended.stream()
                .map(probe -> Topics.API_CALLS.partition(probe.organisationId()))
                .toList();
    }

    /** Quota-service does not decide the call of another organisation. */
    private void beginOutage() {
        CompletableFuture<Admission> call =
                metering.admit("other", Tier.FREE, false).toFuture();
        IntStream.range(0, 10).forEach(_ -> metering.tick());
        assertThat(call).isCompletedWithValueMatching(Admission.Admitted.class::isInstance);
        log.appended.clear();
    }

    private List<CompletableFuture<Admission>> call(int times) {
        return IntStream.range(0, times)
                .mapToObj(_ -> metering.admit("acme", Tier.FREE, false).toFuture())
                .toList();
    }

    private static boolean isRefused(CompletableFuture<Admission> call) {
        return call.getNow(null) instanceof Admission.Refused;
    }

    /** A log without Kafka. */
    private static final class FakeLog extends CallLog {

        private final List<ApiCall> asked = new ArrayList<>();
        private final List<ApiCall> appended = new ArrayList<>();
        private Mono<Void> acknowledgement = Mono.empty();
        private BiConsumer<QuotaDecision, Instant> listener = (_, _) -> {};

        FakeLog(LogClock clock) {
            super(
                    new KafkaClients(new KafkaProperties(), () -> List.of("unused:1")),
                    new Instance("test"),
                    PROPERTIES,
                    clock,
                    new SimpleMeterRegistry());
        }

        @Override
        void onDecision(BiConsumer<QuotaDecision, Instant> listener) {
            this.listener = listener;
        }

        @Override
        Mono<Void> ask(ApiCall call) {
            asked.add(call);
            return Mono.empty();
        }

        @Override
        Mono<Void> append(ApiCall call) {
            return Mono.defer(() -> {
                appended.add(call);
                return acknowledgement;
            });
        }

        void decide(ApiCall call, boolean admitted, Instant appendedAt) {
            QuotaDecision decision = new QuotaDecision(
                    call.callId(), call.organisationId(), Calls.day(call), admitted, call.limit(), call.limit());
            listener.accept(decision, appendedAt);
        }
    }
}
