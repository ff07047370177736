package io.plugstream.model.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.event.EventType;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class TopicsTest {

    @Test
    void catalogueListsEveryTopicOnce() {
        long declared = Arrays.stream(Topics.class.getFields())
                .filter(field -> field.getType() == Topic.class && Modifier.isStatic(field.getModifiers()))
                .count();

        assertThat(Topics.ALL).hasSize((int) declared);
        assertThat(Topics.ALL.stream().map(Topic::name)).doesNotHaveDuplicates();
    }

    @Test
    void logsDeleteRecordsAfterTheirRetention() {
        assertThat(Topics.CHARGER_EVENTS.configuration())
                .containsEntry("cleanup.policy", "delete")
                .containsEntry("retention.ms", "604800000")
                .containsEntry("segment.ms", "86400000");
    }

    /** A segment is deleted after its newest record has expired, so its oldest record stays longer by the segment. */
    @Test
    void logsKeepRecordsForAtMostAQuarterOrADayBeyondTheirRetention() {
        assertThat(Stream.concat(Topics.ALL.stream(), Stream.of(Topics.deadLetters("any"))))
                .filteredOn(topic -> !topic.compacted() && isKeptADay(topic))
                .hasSizeGreaterThan(10)
                .allSatisfy(topic -> assertThat(topic.configuration())
                        .extractingByKey("segment.ms")
                        .satisfies(millis -> assertThat(Duration.ofMillis(Long.parseLong(millis)))
                                .isPositive()
                                .isLessThanOrEqualTo(Objects.requireNonNull(topic.retention())
                                        .dividedBy(4))
                                .isLessThanOrEqualTo(Duration.ofDays(1))));
    }

    private static boolean isKeptADay(Topic<?, ?> topic) {
        return Objects.requireNonNull(topic.retention()).compareTo(Duration.ofDays(1)) >= 0;
    }

    @Test
    void onlyCallsHaveBrokerTimestamps() {
        assertThat(Topics.ALL).filteredOn(Topic::stamped).containsExactly(Topics.API_CALLS);
        assertThat(Topics.API_CALLS.configuration()).containsEntry("message.timestamp.type", "LogAppendTime");
        assertThat(Topics.CHARGER_EVENTS.configuration()).doesNotContainKey("message.timestamp.type");
    }

    @Test
    void samplesAreReadAsTheyWereWritten() {
        SampleEvent sample = new SampleEvent(
                UUID.randomUUID(),
                "acme",
                Mode.TEST,
                "w",
                Instant.parse("2026-01-31T09:00:00Z"),
                new WebhookRegistration(
                        "w",
                        Mode.TEST,
                        "https://example.com/hook",
                        Set.of(EventType.CHARGER_BOOT, EventType.TRANSACTION_STARTED),
                        true,
                        List.of(new SigningSecret("sealed", Instant.parse("2026-02-01T09:00:00.123Z")))),
                new TransactionStarted(7, "CB-1", 1, "TAG", 100));

        byte[] bytes = Topics.WEBHOOK_TESTS.values().serializer().serialize("t", sample);

        assertThat(Topics.WEBHOOK_TESTS.values().deserializer().deserialize("t", bytes))
                .isEqualTo(sample);
    }

    @Test
    void shortLogsRollTheirSegmentsWithinTheirRetention() {
        assertThat(Topics.QUOTA_DECISIONS.configuration())
                .containsEntry("retention.ms", "600000")
                .containsEntry("segment.ms", "600000");
    }

    @Test
    void tablesKeepTheNewestRecordForever() {
        assertThat(Topics.CHARGER_REGISTRATIONS.configuration())
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("retention.ms", "-1");
    }

    @Test
    void tablesAreCompactedInSmallSegments() {
        assertThat(Topics.ALL)
                .filteredOn(Topic::compacted)
                .hasSizeGreaterThan(5)
                .allSatisfy(table -> assertThat(table.configuration())
                        .containsEntry("segment.bytes", "16777216")
                        .containsEntry("segment.ms", "600000")
                        .containsEntry("min.cleanable.dirty.ratio", "0.5")
                        .containsEntry("max.compaction.lag.ms", "3600000")
                        .containsEntry("delete.retention.ms", "86400000"));
    }

    @Test
    void countsAreCompactedAndDeletedAfterFortyDays() {
        assertThat(Topics.DAILY_USAGE.configuration())
                .containsEntry("cleanup.policy", "compact,delete")
                .containsEntry("retention.ms", "3456000000");
    }

    @Test
    void tombstonesAreWrittenAndReadAsNull() {
        assertThat(Topics.CHARGER_REGISTRATIONS.values().serializer().serialize("t", null))
                .isNull();
        assertThat(Topics.CHARGER_REGISTRATIONS.values().deserializer().deserialize("t", null))
                .isNull();
    }

    @Test
    void unreadableRecordsAreRefusedWithoutQuotingThem() {
        byte[] bytes = "{\"passwordHash\":\"secret\",\"mode\":\"odd-secret\"}".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() ->
                        Topics.CHARGER_REGISTRATIONS.values().deserializer().deserialize("t", bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(ChargerRegistration.class.getSimpleName())
                .hasMessageNotContaining("secret");
    }

    @Test
    void missingAndUnreadableValuesAreReadAsEmpty() {
        assertThat(Topics.CHARGER_REGISTRATIONS.read(null)).isEmpty();
        assertThat(Topics.CHARGER_REGISTRATIONS.read("null".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(Topics.CHARGER_REGISTRATIONS.read("{broken".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }
}
