package io.plugstream.local.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.oauth2.sdk.id.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class KeptTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
    private final Kept<String> kept = new Kept<>(Duration.ofMinutes(1), clock);

    @Test
    void valueIsTakenOnce() {
        var name = new State();
        kept.put(name, "a");
        assertThat(kept.take(name.getValue())).contains("a");
        assertThat(kept.take(name.getValue())).isEmpty();
    }

    @Test
    void valueEndsWithItsLife() {
        var name = new State();
        kept.put(name, "a");
        now.set(Instant.EPOCH.plusSeconds(59));
        assertThat(kept.get(name.getValue())).contains("a");
        now.set(Instant.EPOCH.plusSeconds(60));
        assertThat(kept.get(name.getValue())).isEmpty();
    }

    @Test
    void oldestGiveWayToNewOnes() {
        var first = new State();
        var second = new State();
        kept.put(first, "a");
        kept.put(second, "b");
        for (var i = 0; i < Kept.MOST - 1; i++) {
            kept.put(new State(), "c");
        }
        assertThat(kept.get(first.getValue())).isEmpty();
        assertThat(kept.take(second.getValue())).isEmpty();
    }
}
