package io.plugstream.quota;

import static io.plugstream.quota.TopologyBench.FIRST_OF_MARCH;
import static io.plugstream.quota.TopologyBench.bytes;
import static io.plugstream.quota.TopologyBench.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.kafka.DeadLetter;
import io.plugstream.model.quota.Tier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that are not calls go to the dead letters unchanged. */
class ParkedRecordsTest {

    @AutoClose
    private final TopologyBench bench;

    ParkedRecordsTest(@TempDir Path state) {
        bench = new TopologyBench(state);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
                    not json,                                                     "ApiCall"
                    {},                                                           "ApiCall"
                    "{'callId':null,'admitted':false,'limit':5}",                 "no callId"
                    "{'callId':'b7c7a2ae-96b5-4b0e-8f0c-0b8f6a3a3a11','organisationId':'acme','at':'2026-03-01T12:00:00Z','tier':'Platinum','limit':5,'admitted':false}", "ApiCall"
                    "{'callId':'b7c7a2ae-96b5-4b0e-8f0c-0b8f6a3a3a11','organisationId':'acme','at':'2026-03-01T12:00:00Z','tier':'Free','admitted':false}", "ApiCall"
                    "{'callId':'b7c7a2ae-96b5-4b0e-8f0c-0b8f6a3a3a11','organisationId':'acme','at':'2026-03-01T12:00:00Z','tier':'Free','limit':-1,'admitted':false}", "the limit is below 0"
                    "{'callId':'b7c7a2ae-96b5-4b0e-8f0c-0b8f6a3a3a11','organisationId':'other','at':'2026-03-01T12:00:00Z','tier':'Free','limit':5,'admitted':false}", "the key is not the organisation"
                    """)
    void unreadableRecordIsParkedUnchangedAndLaterOnesAreRead(String value, String reason) {
        byte[] bytes = bytes(value.replace('\'', '"'));
        // Makes the invalid record's offset not the first, and the count not new.
        bench.decide(Calls.of("acme", Tier.FREE));
        bench.decide(Calls.of("acme", Tier.FREE));

        bench.calls.pipeInput(bytes("acme"), bytes, Calls.NOON);

        assertParked(bytes("acme"), bytes, 2, reason);
        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(2);
        assertThat(bench.decide(Calls.of("acme", Tier.FREE)).used()).isEqualTo(3);
    }

    @Test
    void recordWithoutKeyOrValueIsParked() {
        bench.calls.pipeInput(new TestRecord<>(null, json(Calls.of("acme", Tier.FREE)), Calls.NOON));
        assertThat(header(bench.deadLetters.readRecord(), "reason")).isEqualTo(bytes("no key"));

        bench.calls.pipeInput(new TestRecord<>(bytes("acme"), null, Calls.NOON));
        assertParked(bytes("acme"), null, 1, "no value");
        assertThat(bench.decide(Calls.of("acme", Tier.FREE)).used()).isEqualTo(1);
    }

    @Test
    void beginningOfAHugeRecordIsParked() {
        byte[] huge = "x".repeat(900_000).getBytes(StandardCharsets.UTF_8);

        bench.calls.pipeInput(new TestRecord<>(
                bytes("acme"), huge, new RecordHeaders().add("h", bytes("y".repeat(100_000))), Calls.NOON));

        TestRecord<byte[], byte[]> parked = bench.deadLetters.readRecord();
        assertThat(parked.value()).isEqualTo(Arrays.copyOf(huge, DeadLetter.BEGINNING));
        assertThat(parked.headers().lastHeader("h")).isNull();
        assertThat(header(parked, "cut")).isEqualTo(bytes("it was 1000005 bytes"));
    }

    private void assertParked(byte[] key, byte @Nullable [] value, long offset, String reason) {
        TestRecord<byte[], byte[]> parked = bench.deadLetters.readRecord();
        assertThat(parked.key()).isEqualTo(key);
        assertThat(parked.value()).isEqualTo(value);
        assertThat(header(parked, "reason")).asString().contains(reason);
        assertThat(header(parked, "source")).isEqualTo(bytes("api-calls-0@" + offset));
        assertThat(bench.deadLetters.isEmpty()).isTrue();
        assertThat(bench.decisions.isEmpty()).isTrue();
        assertThat(bench.meters
                        .counter("plugstream.dead.letters", "topic", "api-calls")
                        .count())
                .isEqualTo(offset == 1 ? 2 : 1);
    }

    private static byte[] header(TestRecord<?, ?> record, String name) {
        return record.headers().lastHeader(name).value();
    }
}
