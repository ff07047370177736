package io.plugstream.quota;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the Kafka Streams topology.
 *
 * @param stateDirectory the directory of the counts; best on a volume that outlives the process, because it also holds
 *     the identity with which a restarted instance ends its unfinished transaction at once. Losing it loses no count
 * @param commitInterval how often counts are committed. Decisions do not wait for a commit, but pause while one runs.
 *     Readers of committed {@code daily-usage} see counts this much later, and after a crash this much of the log is
 *     decided again. 100 ms to 5 s
 * @param sessionTimeout how long an instance may send no heartbeat before its partitions are reassigned; at least the
 *     brokers' {@code group.min.session.timeout.ms} (6 s by default)
 * @param threads number of threads that share the partitions of {@code api-calls}
 * @param standbyReplicas number of other instances that keep a copy of each count
 * @param threadFailures how often a thread may fail and be replaced within 5 minutes, on average, before the process ends
 * @param closeTimeout how long shutdown waits for the last commit
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.quota", ignoreUnknownFields = false)
record QuotaProperties(
        @DefaultValue("state/quota") Path stateDirectory,

        @DurationMin(millis = 100) @DurationMax(seconds = 5) @DefaultValue("2s")
        Duration commitInterval,

        @DurationMin(seconds = 1) @DurationMax(minutes = 5) @DefaultValue("6s")
        Duration sessionTimeout,

        @Min(1) @Max(64) @DefaultValue("1") int threads,
        @Min(0) @Max(5) @DefaultValue("0") int standbyReplicas,
        @Min(1) @Max(1000) @DefaultValue("10") int threadFailures,

        @DurationMin(seconds = 1) @DurationMax(minutes = 1) @DefaultValue("15s")
        Duration closeTimeout) {}
