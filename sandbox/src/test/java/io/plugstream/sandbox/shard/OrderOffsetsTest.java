package io.plugstream.sandbox.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.sandbox.SandboxProtocol;
import io.plugstream.model.sandbox.SandboxState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderOffsetsTest {

    private final OrderOffsets offsets = new OrderOffsets(0);

    @Test
    void anOffsetThatTheTopicHasIsKept() {
        offsets.reach(101);
        offsets.reach(5);
        assertThat(offsets.valid(state(100)).through()).isEqualTo(100);
    }

    @Test
    void anOffsetAtOrBeyondTheEndIsOfAnotherTopic() {
        offsets.reach(100);
        assertThat(offsets.valid(state(100)).through()).isEqualTo(-1);
        assertThat(offsets.valid(state(101)).through()).isEqualTo(-1);
        offsets.reach(101);
        assertThat(offsets.valid(state(100)).through()).isEqualTo(100);
    }

    @Test
    void aTopicThatEndsBeforeTheNotedOffsetsIsAnotherOne() {
        offsets.reach(100);
        assertThat(offsets.areBefore(100)).isTrue();
        assertThat(offsets.areBefore(99)).isFalse();
    }

    private static SandboxState state(long through) {
        return new SandboxState(
                "acme",
                "CP-1",
                Instant.EPOCH,
                "{}",
                through,
                Instant.EPOCH,
                new SandboxState.Equipment(SandboxProtocol.OCPP_1_6, 60, 11_000),
                new SandboxState.Shown(true, false, null, null, 0, 0),
                List.of());
    }
}
