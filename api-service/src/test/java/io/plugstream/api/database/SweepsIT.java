package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.platform.Replicas;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of sweeps call them directly; this one shows that they also run by themselves. */
class SweepsIT {

    @Test
    void everySweepRuns() {
        Map<String, Sweep> sweeps = Replicas.first().beans(Sweep.class);

        assertThat(sweeps)
                .containsOnlyKeys(
                        "deliveryCountSweep",
                        "deliveryPartitionSweep",
                        "endedCommands",
                        "idempotencyKeySweep",
                        "oldCommands",
                        "oldReports",
                        "retentionSweep",
                        "secretSealingSweep",
                        "sessionSweep",
                        "trailsSweep");
        assertThat(sweeps.values()).allMatch(Sweep::isRunning);
    }

    @Test
    void failuresOfEverySweepAreCounted() {
        assertThat(Replicas.first()
                        .bean(MeterRegistry.class)
                        .get("plugstream.api.sweep.failures")
                        .functionCounters())
                .extracting(counter -> counter.getId().getTag("sweep"))
                .containsExactlyInAnyOrder(
                        "delivery-counts",
                        "delivery-partitions",
                        "ended-commands",
                        "idempotency-keys",
                        "old-commands",
                        "old-reports",
                        "retention",
                        "secret-sealing",
                        "sessions",
                        "stream-places",
                        "trails");
    }
}
