package io.plugstream.quota;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
import java.util.Properties;
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
import org.springframework.kafka.support.KafkaHeaders;

/** The topology on a test driver without a broker, with its input and output records. */
final class TopologyBench implements AutoCloseable {

    static final LocalDate FIRST_OF_MARCH = LocalDate.parse("2026-03-01");
    static final Instant MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z");

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final TopologyTestDriver driver;
    final TestInputTopic<byte[], byte[]> calls;
    final TestOutputTopic<String, QuotaDecision> decisions;
    final TestOutputTopic<String, DailyUsage> usage;
    final TestOutputTopic<byte[], byte[]> deadLetters;

    private Instant appended = Calls.NOON;
    private Duration readLater = Duration.ZERO;
    private @Nullable Instant fixed;

    TopologyBench(Path state) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "quota-service");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksMemory.class);
        driver = new TopologyTestDriver(QuotaTopology.build(new QuotaMetrics(meters), this::now), settings);
        calls = driver.createInputTopic(Topics.API_CALLS.name(), new ByteArraySerializer(), new ByteArraySerializer());
        decisions = output(Topics.QUOTA_DECISIONS);
        usage = output(Topics.DAILY_USAGE);
        deadLetters = output(Topics.deadLetters("quota-service"));
    }

    @Override
    public void close() {
        driver.close();
    }

    private Instant now() {
        return fixed == null ? appended.plus(readLater) : fixed;
    }

    /** Sets the clock of quota-service, which otherwise shows when the record was appended. */
    void fixClock(Instant now) {
        fixed = now;
    }

    /** Records are read this long after they were appended. */
    void readLater(Duration delay) {
        readLater = delay;
    }

    void use(String organisation, int count) {
        LongStream.range(0, count).forEach(i -> decide(Calls.of(organisation, Tier.FREE)));
    }

    QuotaDecision decide(ApiCall call) {
        return decide(call, call.at());
    }

    /** @param appended the broker timestamp of the call's record */
    QuotaDecision decide(ApiCall call, Instant appended) {
        this.appended = appended;
        Headers awaited = new RecordHeaders().add(KafkaHeaders.CORRELATION_ID, new byte[] {1});
        calls.pipeInput(new TestRecord<>(bytes(call.organisationId()), json(call), awaited, appended));
        return decisions.readValue();
    }

    void send(ApiCall call) {
        send(call, call.at());
    }

    /** @param appended the broker timestamp of the call's record */
    void send(ApiCall call, Instant appended) {
        this.appended = appended;
        calls.pipeInput(bytes(call.organisationId()), json(call), appended);
    }

    long counted(String organisation, LocalDate day) {
        return new DayCounts(driver.getWindowStore(DayCounts.STORE))
                .of(organisation, day)
                .used();
    }

    private <K, V> TestOutputTopic<K, V> output(Topic<K, V> topic) {
        return driver.createOutputTopic(
                topic.name(), topic.keys().deserializer(), topic.values().deserializer());
    }

    static byte[] json(ApiCall call) {
        return Topics.API_CALLS.values().serializer().serialize("api-calls", call);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
