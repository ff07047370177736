package io.plugstream.gateway.transaction;

import io.plugstream.model.transaction.StationTransaction.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The numbers of a transaction's events that have arrived, as ranges. */
final class SeenNumbers {

    /** Usual are one or two. Beyond so many, the first gaps count as filled. */
    private static final int MOST = 32;

    private SeenNumbers() {}

    static boolean contain(List<Range> ranges, int number) {
        return ranges.stream().anyMatch(range -> range.first() <= number && number <= range.last());
    }

    /** Adds {@code number} to {@code ranges}, with as few ranges as possible. */
    static List<Range> with(List<Range> ranges, int number) {
        return with(ranges, new Range(number, number));
    }

    static List<Range> with(List<Range> ranges, Range more) {
        List<Range> all = new ArrayList<>();
        Range joined = more;
        for (Range range : ranges) {
            if ((long) range.last() + 1 < joined.first() || (long) joined.last() + 1 < range.first()) {
                all.add(range);
            } else {
                joined = new Range(Math.min(range.first(), joined.first()), Math.max(range.last(), joined.last()));
            }
        }
        all.add(joined);
        all.sort(Comparator.comparingInt(Range::first));
        while (all.size() > MOST) {
            all.set(1, new Range(all.getFirst().first(), all.get(1).last()));
            all.removeFirst();
        }
        return all;
    }
}
