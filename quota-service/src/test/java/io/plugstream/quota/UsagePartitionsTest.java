package io.plugstream.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the counts of calls go. */
class UsagePartitionsTest {

    private static final LocalDate FIRST = LocalDate.parse("2026-03-01");

    @Test
    void allDaysOfAnOrganisationAreInThePartitionOfItsCalls() {
        for (String organisation :
                IntStream.range(0, 100).mapToObj(i -> "org-" + i).toList()) {
            for (int day = 0; day < 10; day++) {
                DailyUsage usage = new DailyUsage(organisation, FIRST.plusDays(day), 1, 50);
                assertThat(QuotaTopology.ofCalls(
                                Topics.DAILY_USAGE.name(), usage.key(), usage, Topics.API_CALLS.partitions()))
                        .contains(Set.of(Topics.API_CALLS.partition(organisation)));
            }
        }
    }

    @Test
    void aTopicWithMorePartitionsUsesThemAll() {
        Set<Integer> used = IntStream.range(0, 1_000)
                .mapToObj(i -> new DailyUsage("org-" + i, FIRST, 1, 50))
                .flatMap(usage -> QuotaTopology.ofCalls("daily-usage", usage.key(), usage, 24).orElseThrow().stream())
                .collect(Collectors.toSet());

        assertThat(used).hasSize(24).allMatch(partition -> partition >= 0 && partition < 24);
    }

    /** Readers keep the newest record of a key, and old records of that day may be in another partition. */
    @Test
    void theKeyOfACountRemainsItsOrganisationAndDay(@TempDir Path state) {
        try (TopologyBench bench = new TopologyBench(state)) {
            bench.decide(Calls.of("acme", Tier.FREE));
            bench.decide(Calls.of("acme", Tier.FREE));

            assertThat(bench.usage.readKeyValue()).isEqualTo(KeyValue.pair("acme/2026-03-01", usage(1)));
            assertThat(bench.usage.readKeyValue()).isEqualTo(KeyValue.pair("acme/2026-03-01", usage(2)));
        }
    }

    private static DailyUsage usage(long used) {
        return new DailyUsage("acme", FIRST, used, 50);
    }
}
