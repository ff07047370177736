package io.plugstream.model.charger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatewayBeatTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    @Test
    void coversPublishedNumbers() {
        GatewayBeat beat = new GatewayBeat("gateway-1", NOW, 7L, List.of(3L));

        assertThat(beat.covers(7)).isTrue();
        assertThat(beat.covers(3)).isFalse();
        assertThat(beat.covers(8)).isFalse();
    }

    /** Happens while gateways are upgraded one after the other. */
    @Test
    void aBeatOfAnOlderGatewayIsReadAndCoversNothing() {
        GatewayBeat beat = Json.mapper()
                .readValue("{\"instance\":\"gateway-1\",\"at\":\"2026-11-21T10:00:00.000Z\"}", GatewayBeat.class);

        assertThat(beat).isEqualTo(new GatewayBeat("gateway-1", NOW, null, List.of()));
        assertThat(beat.covers(1)).isFalse();
    }
}
