package io.plugstream.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.kafka.DeadLetter;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.kafka.support.KafkaHeaders;

class QuotaTopologyTest {

    private static final LocalDate FIRST_OF_MARCH = LocalDate.parse("2026-03-01");
    private static final Instant LAST_MOMENT = Instant.parse("2026-03-01T23:59:59.999Z");
    private static final Instant MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> calls;
    private final TestOutputTopic<String, QuotaDecision> decisions;
    private final TestOutputTopic<String, DailyUsage> usage;
    private final TestOutputTopic<byte[], byte[]> deadLetters;

    QuotaTopologyTest(@TempDir Path state) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "quota-service");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksMemory.class);
        driver = new TopologyTestDriver(QuotaTopology.build(new QuotaMetrics(meters)), settings);
        calls = driver.createInputTopic(Topics.API_CALLS.name(), new ByteArraySerializer(), new ByteArraySerializer());
        decisions = output(Topics.QUOTA_DECISIONS);
        usage = output(Topics.DAILY_USAGE);
        deadLetters = output(Topics.deadLetters("quota-service"));
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void exactlyTheAllowanceIsAdmitted() {
        List<QuotaDecision> answers = LongStream.rangeClosed(1, 60)
                .mapToObj(i -> decide(Calls.of("acme", Tier.FREE)))
                .toList();

        assertThat(answers.stream().filter(QuotaDecision::admitted).map(QuotaDecision::used))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 50).boxed().toList());
        assertThat(answers.stream().filter(QuotaDecision::admitted).map(QuotaDecision::remaining))
                .containsExactlyElementsOf(
                        LongStream.range(0, 50).map(i -> 49 - i).boxed().toList());
        assertThat(answers.subList(50, 60)).noneMatch(QuotaDecision::admitted);
        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(50);
    }

    @Test
    void answerNamesItsCallAndGoesOutUnderTheOrganisation() {
        ApiCall call = Calls.of("acme", Tier.STARTER);

        send(call);

        assertThat(decisions.readKeyValue().key).isEqualTo("acme");
        send(call);
        assertThat(decisions.readValue())
                .isEqualTo(new QuotaDecision(call.callId(), "acme", FIRST_OF_MARCH, true, 1_000, 2));
    }

    @Test
    void recordOfSeveralUnlimitedCallsCountsThemAll() {
        send(Calls.of("acme", Tier.SCALE).times(32));
        send(Calls.of("acme", Tier.SCALE));

        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(33);
        assertThat(meters.counter("plugstream.quota.decisions", "tier", "Scale", "admitted", "true")
                        .count())
                .isEqualTo(33);
    }

    @Test
    void severalLimitedCallsAreNoCall() {
        send(Calls.of("acme", Tier.FREE).times(2));
        send(Calls.of("acme", Tier.SCALE).times(0));

        assertThat(deadLetters.readRecordsToList()).hasSize(2);
        assertThat(usage.isEmpty()).isTrue();
    }

    @Test
    void organisationsAreCountedApart() {
        decide(Calls.of("acme", Tier.FREE));
        decide(Calls.of("acme", Tier.FREE));

        assertThat(decide(Calls.of("other", Tier.FREE)).used()).isEqualTo(1);
    }

    @Test
    void raisedTierAdmitsMoreOfTheSameDay() {
        use("acme", 50);
        assertThat(decide(Calls.of("acme", Tier.FREE)).admitted()).isFalse();

        QuotaDecision decision = decide(Calls.of("acme", Tier.STARTER));

        assertThat(decision.admitted()).isTrue();
        assertThat(decision.used()).isEqualTo(51);
        assertThat(decision.remaining()).isEqualTo(949);
    }

    @Test
    void loweredTierRefusesWhatIsBeyondItsLimit() {
        LongStream.range(0, 60).forEach(i -> decide(Calls.of("acme", Tier.STARTER)));

        QuotaDecision decision = decide(Calls.of("acme", Tier.FREE));

        assertThat(decision.admitted()).isFalse();
        assertThat(decision.used()).isEqualTo(60);
        assertThat(decision.remaining()).isZero();
        assertThat(decide(Calls.of("acme", Tier.STARTER)).used()).isEqualTo(61);
    }

    @Test
    void unlimitedCallThatNobodyWaitsForIsCountedAndNotAnswered() {
        send(Calls.of("acme", Tier.SCALE));

        assertThat(decisions.isEmpty()).isTrue();
        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(1);
        assertThat(usage.readValue().used()).isEqualTo(1);
    }

    @Test
    void unlimitedCallThatWasLetThroughIsAnsweredSoThatItsEndIsHeard() {
        send(Calls.blind(Calls.of("acme", Tier.SCALE)));

        assertThat(decisions.readValue().organisationId()).isEqualTo("acme");
    }

    @Test
    void unlimitedCallsCount() {
        LongStream.range(0, 60).forEach(i -> decide(Calls.of("acme", Tier.SCALE)));

        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(60);
        assertThat(decide(Calls.of("acme", Tier.FREE)).admitted()).isFalse();
    }

    @Test
    void callLetThroughBlindCountsBeyondTheLimit() {
        use("acme", 50);

        assertThat(decide(Calls.blind(Calls.of("acme", Tier.FREE))).admitted()).isTrue();
        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(51);
    }

    @Test
    void refusedCallThatWasLetThroughAfterAllCountsOnce() {
        use("acme", 50);
        ApiCall call = Calls.of("acme", Tier.FREE);
        assertThat(decide(call).admitted()).isFalse();

        QuotaDecision decision = decide(Calls.afterAll(call));

        assertThat(decision.admitted()).isTrue();
        assertThat(decision.used()).isEqualTo(51);
        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(51);
    }

    @Test
    void admittedCallThatWasLetThroughAfterAllCountsOnce() {
        use("acme", 49);
        ApiCall last = Calls.of("acme", Tier.FREE);
        assertThat(decide(last).admitted()).isTrue();
        assertThat(decide(Calls.of("acme", Tier.FREE)).admitted()).isFalse();
        usage.readKeyValuesToList();

        QuotaDecision decision = decide(Calls.afterAll(last));

        assertThat(decision.admitted()).isTrue();
        assertThat(decision.used()).isEqualTo(50);
        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(50);
        assertThat(usage.isEmpty()).isTrue();
    }

    @Test
    void refusedCallIsRememberedBesideCallsOfOtherDays() {
        ApiCall call = new ApiCall(UUID.randomUUID(), "acme", Calls.NOON, Tier.FREE, 0, false);
        decide(call);
        decide(Calls.at("acme", Tier.FREE, Calls.NOON.plus(Duration.ofDays(2))));

        assertThat(decide(Calls.afterAll(call)).used()).isEqualTo(1);
        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(1);
    }

    @Test
    void callsAroundMidnightCountInTheirOwnDayWhateverTheirOrder() {
        decide(Calls.at("acme", Tier.FREE, MIDNIGHT));
        decide(Calls.at("acme", Tier.FREE, LAST_MOMENT));
        decide(Calls.at("acme", Tier.FREE, MIDNIGHT.plusMillis(1)));
        QuotaDecision late = decide(Calls.at("acme", Tier.FREE, LAST_MOMENT.minusSeconds(5)));

        assertThat(late.day()).isEqualTo(FIRST_OF_MARCH);
        assertThat(late.used()).isEqualTo(2);
        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(2);
        assertThat(counted("acme", FIRST_OF_MARCH.plusDays(1))).isEqualTo(2);
    }

    @Test
    void exhaustedOrganisationStartsAfreshAtMidnight() {
        use("acme", 50);
        assertThat(decide(Calls.at("acme", Tier.FREE, LAST_MOMENT)).admitted()).isFalse();

        assertThat(decide(Calls.at("acme", Tier.FREE, MIDNIGHT)).used()).isEqualTo(1);
        assertThat(decide(Calls.at("acme", Tier.FREE, LAST_MOMENT)).admitted()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-P100D", "-P1D", "P1D", "P100D"})
    void aCallCountsInTheDayOfTheLogWhateverItsCallersClockSays(String off) {
        use("acme", 50);
        Instant callersTime = Calls.NOON.plus(Period.parse(off));

        QuotaDecision decision = decide(Calls.at("acme", Tier.FREE, callersTime), Calls.NOON);

        assertThat(decision.admitted()).isFalse();
        assertThat(decision.day()).isEqualTo(FIRST_OF_MARCH);
        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(50);
        assertThat(counted("acme", LocalDate.ofInstant(callersTime, ZoneOffset.UTC)))
                .isZero();
    }

    @Test
    void aRefusedCallThatGoesOnAfterAllIsFoundWhateverItsCallersClockSays() {
        use("acme", 50);
        ApiCall call = Calls.at("acme", Tier.FREE, Calls.NOON.minus(Duration.ofDays(100)));
        decide(call, Calls.NOON);

        assertThat(decide(Calls.afterAll(call), Calls.NOON.plusSeconds(2)).used())
                .isEqualTo(51);
    }

    @Test
    void aRefusedCallIsFoundWhenASlowerBrokerTakesOver() {
        use("acme", 50);
        ApiCall call = Calls.of("acme", Tier.FREE);
        decide(call);

        assertThat(decide(Calls.afterAll(call), Calls.NOON.minusSeconds(5)).used())
                .isEqualTo(51);
    }

    @Test
    void countsOfTheLastFortyDaysStay() {
        decide(Calls.of("acme", Tier.FREE));
        for (int day = 1; day <= 39; day++) {
            decide(Calls.at("acme", Tier.FREE, Calls.NOON.plus(Duration.ofDays(day))));
        }

        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(1);
        assertThat(counted("acme", FIRST_OF_MARCH.plusDays(39))).isEqualTo(1);
    }

    @Test
    void usageOfTheDayFollowsEachCountedCall() {
        use("acme", 50);
        decide(Calls.of("acme", Tier.FREE));

        var records = usage.readKeyValuesToList();

        assertThat(records).hasSize(50).allMatch(record -> record.key.equals("acme/2026-03-01"));
        assertThat(records.getLast().value).isEqualTo(new DailyUsage("acme", FIRST_OF_MARCH, 50, 50));
    }

    @Test
    void headersOfTheCallComeBackWithItsAnswer() {
        Headers headers = new RecordHeaders()
                .add(KafkaHeaders.CORRELATION_ID, new byte[] {1, 2, 3})
                .add(KafkaHeaders.REPLY_TOPIC, bytes("quota-decisions"));
        ApiCall call = Calls.of("acme", Tier.FREE);

        calls.pipeInput(new TestRecord<>(bytes("acme"), json(call), headers, call.at()));

        assertThat(decisions.readRecord().headers()).isEqualTo(headers);
        assertThat(usage.readRecord().headers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
                    not json,                                                     "ApiCall"
                    {},                                                           "ApiCall"
                    "{'callId':null,'admitted':false,'limit':5}",                 "a field is missing"
                    "{'callId':'b7c7a2ae-96b5-4b0e-8f0c-0b8f6a3a3a11','organisationId':'acme','at':'2026-03-01T12:00:00Z','tier':'Platinum','limit':5,'admitted':false}", "ApiCall"
                    "{'callId':'b7c7a2ae-96b5-4b0e-8f0c-0b8f6a3a3a11','organisationId':'acme','at':'2026-03-01T12:00:00Z','tier':'Free','admitted':false}", "ApiCall"
                    "{'callId':'b7c7a2ae-96b5-4b0e-8f0c-0b8f6a3a3a11','organisationId':'acme','at':'2026-03-01T12:00:00Z','tier':'Free','limit':-1,'admitted':false}", "the limit is below 0"
                    "{'callId':'b7c7a2ae-96b5-4b0e-8f0c-0b8f6a3a3a11','organisationId':'other','at':'2026-03-01T12:00:00Z','tier':'Free','limit':5,'admitted':false}", "the key is not the organisation"
                    """)
    void poisonIsParkedAsItCameAndTheLogGoesOn(String value, String reason) {
        byte[] bytes = bytes(value.replace('\'', '"'));
        // So that the poison's offset is not the first, and the count not new.
        decide(Calls.of("acme", Tier.FREE));
        decide(Calls.of("acme", Tier.FREE));

        calls.pipeInput(bytes("acme"), bytes, Calls.NOON);

        assertParked(bytes("acme"), bytes, 2, reason);
        assertThat(counted("acme", FIRST_OF_MARCH)).isEqualTo(2);
        assertThat(decide(Calls.of("acme", Tier.FREE)).used()).isEqualTo(3);
    }

    @Test
    void recordWithoutKeyOrValueIsParked() {
        calls.pipeInput(new TestRecord<>(null, json(Calls.of("acme", Tier.FREE)), Calls.NOON));
        assertThat(header(deadLetters.readRecord(), "reason")).isEqualTo(bytes("no key"));

        calls.pipeInput(new TestRecord<>(bytes("acme"), null, Calls.NOON));
        assertParked(bytes("acme"), null, 1, "no value");
        assertThat(decide(Calls.of("acme", Tier.FREE)).used()).isEqualTo(1);
    }

    @Test
    void ofAHugeRecordTheBeginningIsParked() {
        byte[] huge = "x".repeat(900_000).getBytes(StandardCharsets.UTF_8);

        calls.pipeInput(new TestRecord<>(
                bytes("acme"), huge, new RecordHeaders().add("h", bytes("y".repeat(100_000))), Calls.NOON));

        TestRecord<byte[], byte[]> parked = deadLetters.readRecord();
        assertThat(parked.value()).isEqualTo(Arrays.copyOf(huge, DeadLetter.BEGINNING));
        assertThat(parked.headers().lastHeader("h")).isNull();
        assertThat(header(parked, "cut")).isEqualTo(bytes("it was 1000005 bytes"));
    }

    @Test
    void sameLogGivesTheSameAnswersAgainWheneverItIsRead(@TempDir Path other) {
        List<ApiCall> log = randomCalls(150);
        List<QuotaDecision> first = log.stream().map(this::decide).toList();

        QuotaTopologyTest again = new QuotaTopologyTest(other);
        again.driver.advanceWallClockTime(Duration.ofDays(30));
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

    /** The rules told once more, as simply as they can be: what was counted before decides. */
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
        use("acme", 50);
        decide(Calls.of("acme", Tier.FREE));

        assertThat(meters.counter("plugstream.quota.decisions", "tier", "Free", "admitted", "true")
                        .count())
                .isEqualTo(50);
        assertThat(meters.counter("plugstream.quota.decisions", "tier", "Free", "admitted", "false")
                        .count())
                .isEqualTo(1);
    }

    private void assertParked(byte[] key, byte @Nullable [] value, long offset, String reason) {
        TestRecord<byte[], byte[]> parked = deadLetters.readRecord();
        assertThat(parked.key()).isEqualTo(key);
        assertThat(parked.value()).isEqualTo(value);
        assertThat(header(parked, "reason")).asString().contains(reason);
        assertThat(header(parked, "source")).isEqualTo(bytes("api-calls-0@" + offset));
        assertThat(deadLetters.isEmpty()).isTrue();
        assertThat(decisions.isEmpty()).isTrue();
        assertThat(meters.counter("plugstream.dead.letters", "topic", "api-calls")
                        .count())
                .isEqualTo(offset == 1 ? 2 : 1);
    }

    private static byte[] header(TestRecord<?, ?> record, String name) {
        return record.headers().lastHeader(name).value();
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

    private void use(String organisation, int count) {
        LongStream.range(0, count).forEach(i -> decide(Calls.of(organisation, Tier.FREE)));
    }

    private QuotaDecision decide(ApiCall call) {
        return decide(call, call.at());
    }

    /** @param appended when the log took it */
    private QuotaDecision decide(ApiCall call, Instant appended) {
        Headers awaited = new RecordHeaders().add(KafkaHeaders.CORRELATION_ID, new byte[] {1});
        calls.pipeInput(new TestRecord<>(bytes(call.organisationId()), json(call), awaited, appended));
        return decisions.readValue();
    }

    private void send(ApiCall call) {
        calls.pipeInput(bytes(call.organisationId()), json(call), call.at());
    }

    private long counted(String organisation, LocalDate day) {
        return new DayCounts(driver.getWindowStore(DayCounts.STORE))
                .of(organisation, day)
                .used();
    }

    private <K, V> TestOutputTopic<K, V> output(Topic<K, V> topic) {
        return driver.createOutputTopic(
                topic.name(), topic.keys().deserializer(), topic.values().deserializer());
    }

    private static byte[] json(ApiCall call) {
        return Topics.API_CALLS.values().serializer().serialize("api-calls", call);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
