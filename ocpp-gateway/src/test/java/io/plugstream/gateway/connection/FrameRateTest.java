package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FrameRateTest {

    private final Counter held = new SimpleMeterRegistry().counter("held");

    @Test
    void aBurstPassesAtOnceAndLaterFramesAtTheRate() throws Exception {
        FrameRate rate = new FrameRate(new FrameRateProperties(100, 10, Duration.ofMinutes(1)), held);
        long start = System.nanoTime();

        for (int frame = 0; frame < 40; frame++) {
            assertThat(rate.await(false)).isTrue();
        }

        // 30 frames too many at 100 a second; only a lower bound, as the machine may be busy.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(250));
        assertThat(held.count()).isBetween(1.0, 30.0);
    }

    @Test
    void furtherPartsOfALongFrameCountLittle() throws Exception {
        FrameRate rate = new FrameRate(new FrameRateProperties(1, 5, Duration.ofMinutes(1)), held);

        // A frame of 64 KiB comes in 128 parts of 512 characters.
        assertThat(rate.await(false)).isTrue();
        for (int part = 1; part < 100; part++) {
            assertThat(rate.await(true)).isTrue();
        }
        assertThat(held.count()).isZero();

        // But an endless frame is delayed as well.
        for (int part = 0; part < 30; part++) {
            assertThat(rate.await(true)).isTrue();
        }
        assertThat(held.count()).isPositive();
    }

    @Test
    void aChargerThatNeverPausesIsDisconnected() throws Exception {
        FrameRate rate = new FrameRate(new FrameRateProperties(10, 1, Duration.ofMillis(500)), held);
        int frames = 0;

        while (rate.await(false)) {
            frames++;
        }

        assertThat(frames).isBetween(2, 100);
    }
}
