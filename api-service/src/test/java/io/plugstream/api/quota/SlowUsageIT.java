package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.api.projection.ProjectionListeners;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SlowUsageIT {

    private static RunningService service;

    @BeforeAll
    static void start() {
        service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** One statement for all counts would take longer than a statement may, and would be retried for ever. */
    @Test
    void slowBatchesOfCountsAreStoredInSmallerOnes() {
        Database database = service.database();
        database.slowWrites("daily_usage");
        List<ConsumerRecord<byte[], byte[]>> records = IntStream.range(0, 500)
                .mapToObj(number -> record(number, new DailyUsage("slow-" + number, LocalDate.of(2026, 1, 31), 7, 50)))
                .toList();

        service.bean(ProjectionListeners.class)
                .listener(UsageProjection::read, service.bean(UsageProjection.class))
                .onMessage(records);

        assertThat(database.ask("SELECT count(*) FROM daily_usage WHERE used = 7"))
                .isEqualTo("500");
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, DailyUsage usage) {
        String topic = Topics.DAILY_USAGE.name();
        return new ConsumerRecord<>(
                topic,
                0,
                offset,
                Topics.DAILY_USAGE.keys().serializer().serialize(topic, usage.key()),
                Topics.DAILY_USAGE.values().serializer().serialize(topic, usage));
    }
}
