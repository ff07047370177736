package io.plugstream.system.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The latencies of answers by the time of their requests. */
final class Latencies {

    static final Duration SLICE = Duration.ofSeconds(5);
    private static final long FAILED = 99_999;

    private record Sample(Instant at, long millis) {}

    private final List<Sample> samples = new ArrayList<>();

    synchronized void answered(Instant asked, Instant answered) {
        samples.add(new Sample(asked, Duration.between(asked, answered).toMillis()));
    }

    /** Records a missing or failed answer, which counts as slower than any other. */
    synchronized void failed(Instant asked) {
        samples.add(new Sample(asked, FAILED));
    }

    synchronized int count() {
        return samples.size();
    }

    /** The longest time without an answer between {@code from} and {@code to}. */
    synchronized Duration longestSilence(Instant from, Instant to) {
        return longestSilence(
                samples.stream()
                        .filter(sample -> sample.millis() != FAILED)
                        .map(sample -> sample.at().plusMillis(sample.millis()))
                        .toList(),
                from,
                to);
    }

    /** The longest gap between {@code from}, the {@code moments} that follow, and {@code to}. */
    static Duration longestSilence(List<Instant> moments, Instant from, Instant to) {
        Instant last = from;
        Duration longest = Duration.ZERO;
        for (Instant moment :
                Stream.concat(moments.stream(), Stream.of(to)).sorted().toList()) {
            if (moment.isAfter(last) && !moment.isAfter(to)) {
                Duration silence = Duration.between(last, moment);
                longest = silence.compareTo(longest) > 0 ? silence : longest;
                last = moment;
            }
        }
        return longest;
    }

    /** The 99th percentiles of the slices after {@code begin}, in milliseconds; -1 for an empty slice. */
    List<Long> p99After(Instant begin, int slices) {
        List<Long> all = new ArrayList<>();
        for (int slice = 0; slice < slices; slice++) {
            Instant from = begin.plus(SLICE.multipliedBy(slice));
            all.add(p99(from, from.plus(SLICE)));
        }
        return all;
    }

    /**
     * The time from {@code begin} to the first of {@code slices} slices from which on all have a p99 below
     * {@code millis}.
     */
    Optional<Duration> calmAfter(Instant begin, int slices, long millis) {
        List<Long> all = p99After(begin, slices);
        for (int slice = slices; slice > 0; slice--) {
            if (all.get(slice - 1) >= millis) {
                return slice == slices ? Optional.empty() : Optional.of(SLICE.multipliedBy(slice));
            }
        }
        return Optional.of(Duration.ZERO);
    }

    private synchronized long p99(Instant from, Instant to) {
        long[] sorted = samples.stream()
                .filter(sample -> !sample.at().isBefore(from) && sample.at().isBefore(to))
                .mapToLong(Sample::millis)
                .sorted()
                .toArray();
        return sorted.length == 0 ? -1 : sorted[(int) Math.ceil(sorted.length * 0.99) - 1];
    }

    @Override
    public synchronized String toString() {
        return "%d answers, slowest %d ms"
                .formatted(
                        samples.size(),
                        Arrays.stream(samples.stream()
                                        .mapToLong(Sample::millis)
                                        .filter(millis -> millis != FAILED)
                                        .toArray())
                                .max()
                                .orElse(0));
    }
}
