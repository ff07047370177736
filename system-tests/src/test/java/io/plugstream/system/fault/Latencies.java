package io.plugstream.system.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How long answers took, by the moment at which they were asked for. */
final class Latencies {

    static final Duration SLICE = Duration.ofSeconds(5);
    private static final long FAILED = 99_999;

    private record Sample(Instant at, long millis) {}

    private final List<Sample> samples = new ArrayList<>();

    synchronized void answered(Instant asked, Instant answered) {
        samples.add(new Sample(asked, Duration.between(asked, answered).toMillis()));
    }

    /** No answer, or none that helps: slower than any other. */
    synchronized void failed(Instant asked) {
        samples.add(new Sample(asked, FAILED));
    }

    synchronized int count() {
        return samples.size();
    }

    /** The longest time between two answers, of those that came after {@code from} and before {@code to}. */
    synchronized Duration longestSilence(Instant from, Instant to) {
        return longestSilence(
                samples.stream()
                        .filter(sample -> sample.millis() != FAILED)
                        .map(sample -> sample.at().plusMillis(sample.millis()))
                        .toList(),
                from,
                to);
    }

    /** The longest time between {@code from}, {@code to} and those of {@code moments} that are in between. */
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

    /** The 99th percentile of what was asked for in the slices after {@code begin}, in milliseconds; -1 for an empty one. */
    List<Long> p99After(Instant begin, int slices) {
        List<Long> all = new ArrayList<>();
        for (int slice = 0; slice < slices; slice++) {
            Instant from = begin.plus(SLICE.multipliedBy(slice));
            all.add(p99(from, from.plus(SLICE)));
        }
        return all;
    }

    /** How long after {@code begin} the slice begins from which on, in so many slices, all have a p99 below {@code millis}. */
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
