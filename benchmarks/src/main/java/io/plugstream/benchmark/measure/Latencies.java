package io.plugstream.benchmark.measure;

import java.time.Duration;
import java.util.Arrays;

/** Latencies of a run, in nanoseconds. */
public final class Latencies {

    private final long[] sorted;

    /** Takes latencies in any order. */
    public Latencies(long[] nanos) {
        this.sorted = nanos.clone();
        Arrays.sort(sorted);
    }

    public int count() {
        return sorted.length;
    }

    /**
     * The smallest latency that at least {@code share} of all, over 0 and at most 1, do not exceed; zero if there are
     * none.
     */
    public Duration percentile(double share) {
        if (sorted.length == 0) {
            return Duration.ZERO;
        }
        int rank = (int) Math.ceil(share * sorted.length);
        return Duration.ofNanos(sorted[Math.max(1, rank) - 1]);
    }
}
