package io.plugstream.quota;

import static io.plugstream.quota.TopologyBench.FIRST_OF_MARCH;
import static io.plugstream.quota.TopologyBench.MIDNIGHT;
import static io.plugstream.quota.TopologyBench.bytes;
import static io.plugstream.quota.TopologyBench.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.kafka.support.KafkaHeaders;

class QuotaTopologyTest {

    @AutoClose
    private final TopologyBench bench;

    QuotaTopologyTest(@TempDir Path state) {
        bench = new TopologyBench(state);
    }

    @Test
    void exactlyTheAllowanceIsAdmitted() {
        List<QuotaDecision> answers = LongStream.rangeClosed(1, 60)
                .mapToObj(i -> bench.decide(Calls.of("acme", Tier.FREE)))
                .toList();

        assertThat(answers.stream().filter(QuotaDecision::admitted).map(QuotaDecision::used))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 50).boxed().toList());
        assertThat(answers).extracting(QuotaDecision::limit).containsOnly(50L);
        assertThat(answers.subList(50, 60)).noneMatch(QuotaDecision::admitted);
        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(50);
    }

    @Test
    void decisionNamesItsCallAndHasItsOrganisationAsKey() {
        ApiCall call = Calls.of("acme", Tier.STARTER);

        bench.send(call);

        assertThat(bench.decisions.readKeyValue().key).isEqualTo("acme");
        bench.send(call);
        assertThat(bench.decisions.readValue())
                .isEqualTo(new QuotaDecision(call.callId(), "acme", FIRST_OF_MARCH, true, 1_000, 2));
    }

    @Test
    void recordOfSeveralUnlimitedCallsCountsThemAll() {
        bench.send(Calls.of("acme", Tier.SCALE).times(32));
        bench.send(Calls.of("acme", Tier.SCALE));

        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(33);
        assertThat(bench.meters
                        .counter("plugstream.quota.decisions", "tier", "Scale", "admitted", "true")
                        .count())
                .isEqualTo(33);
    }

    @Test
    void recordOfSeveralLimitedCallsOrOfNoneIsParked() {
        bench.send(Calls.of("acme", Tier.FREE).times(2));
        bench.send(Calls.of("acme", Tier.SCALE).times(0));

        assertThat(bench.deadLetters.readRecordsToList()).hasSize(2);
        assertThat(bench.usage.isEmpty()).isTrue();
    }

    @Test
    void organisationsAreCountedSeparately() {
        bench.decide(Calls.of("acme", Tier.FREE));
        bench.decide(Calls.of("acme", Tier.FREE));

        assertThat(bench.decide(Calls.of("other", Tier.FREE)).used()).isEqualTo(1);
    }

    @Test
    void raisedTierAdmitsMoreOfTheSameDay() {
        bench.use("acme", 50);
        assertThat(bench.decide(Calls.of("acme", Tier.FREE)).admitted()).isFalse();

        QuotaDecision decision = bench.decide(Calls.of("acme", Tier.STARTER));

        assertThat(decision.admitted()).isTrue();
        assertThat(decision.used()).isEqualTo(51);
        assertThat(decision.limit()).isEqualTo(1_000);
    }

    @Test
    void loweredTierRefusesCallsBeyondItsLimit() {
        LongStream.range(0, 60).forEach(i -> bench.decide(Calls.of("acme", Tier.STARTER)));

        QuotaDecision decision = bench.decide(Calls.of("acme", Tier.FREE));

        assertThat(decision.admitted()).isFalse();
        assertThat(decision.used()).isEqualTo(60);
        assertThat(decision.limit()).isEqualTo(50);
        assertThat(bench.decide(Calls.of("acme", Tier.STARTER)).used()).isEqualTo(61);
    }

    @Test
    void unlimitedCallIsCountedWithoutADecision() {
        bench.send(Calls.of("acme", Tier.SCALE));

        assertThat(bench.decisions.isEmpty()).isTrue();
        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(1);
        assertThat(bench.usage.readValue().used()).isEqualTo(1);
    }

    @Test
    void unlimitedCallAdmittedWithoutADecisionGetsOneLater() {
        bench.send(Calls.blind(Calls.of("acme", Tier.SCALE)));

        assertThat(bench.decisions.readValue().organisationId()).isEqualTo("acme");
    }

    @Test
    void unlimitedCallsCount() {
        LongStream.range(0, 60).forEach(i -> bench.decide(Calls.of("acme", Tier.SCALE)));

        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(60);
        assertThat(bench.decide(Calls.of("acme", Tier.FREE)).admitted()).isFalse();
    }

    @Test
    void callAdmittedWithoutADecisionCountsBeyondTheLimit() {
        bench.use("acme", 50);

        assertThat(bench.decide(Calls.blind(Calls.of("acme", Tier.FREE))).admitted())
                .isTrue();
        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(51);
    }

    @Test
    void refusedCallThatIsAdmittedLaterCountsOnce() {
        bench.use("acme", 50);
        ApiCall call = Calls.of("acme", Tier.FREE);
        assertThat(bench.decide(call).admitted()).isFalse();

        QuotaDecision decision = bench.decide(Calls.afterAll(call));

        assertThat(decision.admitted()).isTrue();
        assertThat(decision.used()).isEqualTo(51);
        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(51);
    }

    @Test
    void admittedCallThatIsAdmittedAgainCountsOnce() {
        bench.use("acme", 49);
        ApiCall last = Calls.of("acme", Tier.FREE);
        assertThat(bench.decide(last).admitted()).isTrue();
        assertThat(bench.decide(Calls.of("acme", Tier.FREE)).admitted()).isFalse();
        bench.usage.readKeyValuesToList();

        QuotaDecision decision = bench.decide(Calls.afterAll(last));

        assertThat(decision.admitted()).isTrue();
        assertThat(decision.used()).isEqualTo(50);
        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(50);
        assertThat(bench.usage.isEmpty()).isTrue();
    }

    @Test
    void refusedCallIsRememberedBesideCallsOfOtherDays() {
        ApiCall call = new ApiCall(UUID.randomUUID(), "acme", Calls.NOON, Tier.FREE, 0, false);
        bench.decide(call);
        bench.decide(Calls.at("acme", Tier.FREE, Calls.NOON.plus(Duration.ofDays(2))));

        assertThat(bench.decide(Calls.afterAll(call)).used()).isEqualTo(1);
        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(1);
    }

    @Test
    void decisionHasTheHeadersOfItsCall() {
        Headers headers = new RecordHeaders()
                .add(KafkaHeaders.CORRELATION_ID, new byte[] {1, 2, 3})
                .add(KafkaHeaders.REPLY_TOPIC, bytes("quota-decisions"));
        ApiCall call = Calls.of("acme", Tier.FREE);

        bench.calls.pipeInput(new TestRecord<>(bytes("acme"), json(call), headers, call.at()));

        assertThat(bench.decisions.readRecord().headers()).isEqualTo(headers);
        assertThat(bench.usage.readRecord().headers()).isEmpty();
    }

    @Test
    void sameLogGivesTheSameDecisionsWheneverItIsRead(@TempDir Path other) {
        List<ApiCall> log = randomCalls(150);
        List<QuotaDecision> first = log.stream().map(bench::decide).toList();

        TopologyBench again = new TopologyBench(other);
        again.driver.advanceWallClockTime(Duration.ofDays(30));
        again.readLater(Duration.ofDays(30));
        List<QuotaDecision> second = log.stream()
                .map(call -> {
                    again.driver.advanceWallClockTime(Duration.ofHours(1));
                    return again.decide(call);
                })
                .toList();
        again.close();

        assertThat(first).isEqualTo(expected(log));
        assertThat(second).isEqualTo(first);
        assertThat(first).anyMatch(QuotaDecision::admitted).anyMatch(decision -> !decision.admitted());
        assertThat(log).anyMatch(call -> call.asked() != null);
    }

    /** A second, simplest implementation of the rules, which decides by the calls counted before. */
    private static List<QuotaDecision> expected(List<ApiCall> log) {
        Map<String, Long> counts = new HashMap<>();
        Set<UUID> refused = new HashSet<>();
        List<QuotaDecision> decisions = new ArrayList<>();
        for (ApiCall call : log) {
            LocalDate day = LocalDate.ofInstant(call.at(), ZoneOffset.UTC);
            long used = counts.getOrDefault(call.organisationId() + day, 0L);
            boolean counted = call.asked() != null && !refused.contains(call.asked());
            boolean admitted = call.admitted() || used < call.limit();
            if (!admitted) {
                refused.add(call.callId());
            } else if (!counted) {
                used++;
            }
            counts.put(call.organisationId() + day, used);
            decisions.add(new QuotaDecision(call.callId(), call.organisationId(), day, admitted, call.limit(), used));
        }
        return decisions;
    }

    @Test
    void decisionsAreCountedByTierAndVerdict() {
        bench.use("acme", 50);
        bench.decide(Calls.of("acme", Tier.FREE));

        assertThat(bench.meters
                        .counter("plugstream.quota.decisions", "tier", "Free", "admitted", "true")
                        .count())
                .isEqualTo(50);
        assertThat(bench.meters
                        .counter("plugstream.quota.decisions", "tier", "Free", "admitted", "false")
                        .count())
                .isEqualTo(1);
    }

    /** Its two records are one call, which was counted with the first. */
    @Test
    void aCallThatIsAdmittedAfterItAskedIsCountedOnceInTheMetrics() {
        ApiCall call = Calls.of("acme", Tier.FREE);
        bench.decide(call);

        bench.decide(Calls.afterAll(call));

        assertThat(bench.meters
                        .counter("plugstream.quota.decisions", "tier", "Free", "admitted", "true")
                        .count())
                .isEqualTo(1);
    }

    private static List<ApiCall> randomCalls(int count) {
        Random random = new Random(5);
        List<ApiCall> log = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Instant at = MIDNIGHT.plusSeconds(random.nextInt(-3_600, 3_600));
            String organisation = "org-" + random.nextInt(3);
            ApiCall call = new ApiCall(UUID.randomUUID(), organisation, at, Tier.STARTER, random.nextInt(5, 25), false);
            log.add(random.nextInt(20) == 0 ? Calls.blind(call) : call);
            if (random.nextInt(10) == 0 && !log.getLast().admitted()) {
                log.add(Calls.afterAll(call));
            }
        }
        return log;
    }
}
