package io.plugstream.gateway.meter;

import io.plugstream.model.transaction.SeenReadings.OfTransaction;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The newest readings of a transaction, and the time up to which older ones are dropped. All readings of one moment are
 * kept or dropped together, oldest first. So a reading later than all dropped ones is either in the window or new.
 */
final class ReadingWindow {

    /** Readings kept of a running transaction: three or four messages with the usual ten readings each. */
    static final int RUNNING = 32;

    /** Readings kept of a stopped transaction, of which at most the last message is repeated. */
    static final int STOPPED = 8;

    /** Each moment takes as much space as a reading. */
    private static final int MOMENTS = 12;

    /** A moment with more readings is not worth keeping. */
    private static final int LARGEST_MOMENT = 256;

    static final ReadingWindow EMPTY = new ReadingWindow(null, new TreeMap<>());

    private final @Nullable Instant forgottenThrough;
    private final NavigableMap<Long, Set<Long>> moments;

    /** What is known about a reading. */
    enum Status {
        NEW,
        SEEN,
        /** It is as old as dropped readings. */
        UNKNOWN
    }

    private ReadingWindow(@Nullable Instant forgottenThrough, NavigableMap<Long, Set<Long>> moments) {
        this.forgottenThrough = forgottenThrough;
        this.moments = moments;
    }

    static ReadingWindow of(OfTransaction stored) {
        NavigableMap<Long, Set<Long>> moments = new TreeMap<>();
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(stored.readings()));
        while (bytes.hasRemaining()) {
            Set<Long> hashes = new HashSet<>();
            moments.put(bytes.getLong(), hashes);
            for (int left = bytes.getShort(); left > 0; left--) {
                hashes.add(bytes.getLong());
            }
        }
        return new ReadingWindow(stored.forgottenThrough(), moments);
    }

    OfTransaction toStore(int transactionId) {
        ByteBuffer bytes = ByteBuffer.allocate(moments.size() * (Long.BYTES + Short.BYTES) + size() * Long.BYTES);
        moments.forEach((at, hashes) -> {
            bytes.putLong(at).putShort((short) hashes.size());
            hashes.forEach(bytes::putLong);
        });
        return new OfTransaction(
                transactionId,
                forgottenThrough,
                Base64.getEncoder().withoutPadding().encodeToString(bytes.array()));
    }

    Status status(ReadingFingerprint reading) {
        if (moments.getOrDefault(reading.at(), Set.of()).contains(reading.hash())) {
            return Status.SEEN;
        }
        return isForgotten(reading.at()) ? Status.UNKNOWN : Status.NEW;
    }

    /** Adds {@code readings} and keeps about the {@code most} newest ones. */
    ReadingWindow with(Collection<ReadingFingerprint> readings, int most) {
        NavigableMap<Long, Set<Long>> all = new TreeMap<>(moments);
        readings.stream()
                .filter(reading -> !isForgotten(reading.at()))
                .collect(Collectors.groupingBy(
                        ReadingFingerprint::at, Collectors.mapping(ReadingFingerprint::hash, Collectors.toSet())))
                .forEach((at, hashes) -> all.merge(at, hashes, ReadingWindow::union));
        Instant forgotten = forgottenThrough;
        int size = size(all);
        while (all.size() > MOMENTS || (size > most && (all.size() > 1 || size > LARGEST_MOMENT))) {
            Map.Entry<Long, Set<Long>> oldest = all.pollFirstEntry();
            size -= oldest.getValue().size();
            forgotten = Instant.ofEpochMilli(oldest.getKey());
        }
        return new ReadingWindow(forgotten, all);
    }

    /** Drops all readings. Readings up to the latest one are then {@link Status#UNKNOWN}. */
    ReadingWindow forgotten() {
        return moments.isEmpty() ? this : new ReadingWindow(Instant.ofEpochMilli(moments.lastKey()), new TreeMap<>());
    }

    private boolean isForgotten(long at) {
        return forgottenThrough != null && at <= forgottenThrough.toEpochMilli();
    }

    private int size() {
        return size(moments);
    }

    private static int size(Map<Long, Set<Long>> moments) {
        return moments.values().stream().mapToInt(Set::size).sum();
    }

    private static Set<Long> union(Set<Long> one, Set<Long> other) {
        Set<Long> both = new HashSet<>(one);
        both.addAll(other);
        return Collections.unmodifiableSet(both);
    }
}
