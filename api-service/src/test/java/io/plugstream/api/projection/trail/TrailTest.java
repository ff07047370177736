package io.plugstream.api.projection.trail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TrailTest {

    private static final long STRETCH = EventTrails.STRETCH;

    private final Trail trail = new Trail(2 * STRETCH + 7, 9 * STRETCH + 3, new TreeSet<>(List.of(1L, 4L, 9L)));

    @Test
    void nothingIsSkippedOutsideTheKnownRange() {
        assertThat(trail.next(0)).isZero();
        assertThat(trail.next(2 * STRETCH + 6)).isEqualTo(2 * STRETCH + 6);
        assertThat(trail.next(9 * STRETCH + 3)).isEqualTo(9 * STRETCH + 3);
        assertThat(Trail.UNKNOWN.next(5)).isEqualTo(5);
    }

    @Test
    void stretchesWithoutEventsAreSkipped() {
        assertThat(trail.next(2 * STRETCH + 7)).isEqualTo(4 * STRETCH);
        assertThat(trail.next(4 * STRETCH + 1)).isEqualTo(4 * STRETCH + 1);
        assertThat(trail.next(5 * STRETCH)).isEqualTo(9 * STRETCH);
    }

    @Test
    void afterTheLastStretchFollowsTheEndOfTheKnownRange() {
        Trail early = new Trail(0, 9 * STRETCH + 3, new TreeSet<>(List.of(1L)));
        assertThat(early.next(2 * STRETCH)).isEqualTo(9 * STRETCH + 3);
        // A stretch beyond the known range, as after batches were read again.
        assertThat(new Trail(0, 2 * STRETCH, new TreeSet<>(List.of(7L))).next(5))
                .isEqualTo(2 * STRETCH);
    }
}
