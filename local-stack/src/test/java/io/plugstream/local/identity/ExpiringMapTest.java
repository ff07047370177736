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

class ExpiringMapTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
    private final ExpiringMap<String> map = new ExpiringMap<>(Duration.ofMinutes(1), clock);

    @Test
    void valueIsReturnedOnce() {
        var name = new State();
        map.put(name, "a");
        assertThat(map.take(name.getValue())).contains("a");
        assertThat(map.take(name.getValue())).isEmpty();
    }

    @Test
    void valueExpires() {
        var name = new State();
        var other = new State();
        map.put(name, "a");
        map.put(other, "b");
        now.set(Instant.EPOCH.plusSeconds(59));
        assertThat(map.take(name.getValue())).contains("a");
        now.set(Instant.EPOCH.plusSeconds(60));
        assertThat(map.take(other.getValue())).isEmpty();
    }

    @Test
    void newValuesReplaceTheOldest() {
        var first = new State();
        var second = new State();
        map.put(first, "a");
        map.put(second, "b");
        for (var i = 0; i < ExpiringMap.MOST - 1; i++) {
            map.put(new State(), "c");
        }
        assertThat(map.take(first.getValue())).isEmpty();
        assertThat(map.take(second.getValue())).isEmpty();
    }
}
