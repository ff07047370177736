package io.plugstream.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.organisation.OrganisationId;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.Tier;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeTest {

    @AutoClose
    private final TopologyBench bench;

    ProbeTest(@TempDir Path state) {
        bench = new TopologyBench(state);
    }

    @Test
    void aProbeIsAnsweredButIsNoRefusedCall() {
        ApiCall probe =
                new ApiCall(UUID.randomUUID(), OrganisationId.RESERVED + "probe-1", Calls.NOON, Tier.FREE, 0, false);

        bench.send(probe);

        assertThat(bench.decisions.readValue().callId()).isEqualTo(probe.callId());
        assertThat(bench.meters
                        .counter("plugstream.quota.decisions", "tier", "Free", "admitted", "false")
                        .count())
                .isZero();
        try (var refused = bench.driver.getWindowStore(RefusedCalls.STORE).all()) {
            assertThat(refused).isExhausted();
        }
    }
}
