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
import org.junit.jupiter.api.Test;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import reactor.core.publisher.Mono;

class MeteringTest {

    private static final QuotaProperties PROPERTIES = new QuotaProperties(
            Duration.ofSeconds(2), Duration.ofMillis(250), Duration.ofMillis(1_500), Duration.ofSeconds(1));

    private final LogClock clock = new LogClock(Clock.systemUTC());
    private final FakeLog log = new FakeLog(clock);
    private final Metering metering =
            new Metering(log, new Calls(clock), new KnownCounts(), PROPERTIES, new SimpleMeterRegistry());

    @Test
    void eachUnavailablePartIsProbedUntilItAnswers() {
        metering.probe();
        answerProbes();
        assertThat(probed()).as("all have answered").isEmpty();

        beginOutage();
        assertThat(probed()).containsExactly(0, 1, 2, 3, 4, 5);
        log.decide(log.appended.get(2), false, Instant.now());
        log.decide(log.appended.get(3), false, Instant.now().minus(PROPERTIES.patience().multipliedBy(2)));
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

    /** A log without Kafka. */
    private static final class FakeLog extends CallLog {

        private final List<ApiCall> appended = new ArrayList<>();
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
            return Mono.empty();
        }

        @Override
        Mono<Void> append(ApiCall call) {
            return Mono.defer(() -> {
                appended.add(call);
                return Mono.empty();
            });
        }

        void decide(ApiCall call, boolean admitted, Instant appendedAt) {
            QuotaDecision decision = new QuotaDecision(
                    call.callId(), call.organisationId(), Calls.day(call), admitted, call.limit(), call.limit());
            listener.accept(decision, appendedAt);
        }
    }
}
