package io.plugstream.gateway.meter;

import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a reading within a transaction by its time and a hash of its other fields.
 *
 * @param at milliseconds since 1970 by the charger's clock
 * @param hash 64 bits of a SHA-256
 */
record ReadingFingerprint(long at, long hash) {

    static final Comparator<ReadingFingerprint> ORDER =
            Comparator.comparingLong(ReadingFingerprint::at).thenComparingLong(ReadingFingerprint::hash);

    /** All of {@code values}, numbers first. */
    static Stream<ReadingFingerprint> of(NormalisedValues values) {
        return Stream.concat(
                values.numbers().stream().map(ReadingFingerprint::of),
                values.raw().stream().map(ReadingFingerprint::of));
    }

    static ReadingFingerprint of(MeterValue value) {
        return of(
                value.timestamp(),
                value.measurand(),
                value.phase(),
                value.location(),
                value.context(),
                value.unit(),
                value.value().stripTrailingZeros().toPlainString());
    }

    static ReadingFingerprint of(RawMeterValue value) {
        return of(
                value.timestamp(),
                value.measurand(),
                value.phase(),
                value.location(),
                value.context(),
                value.unit(),
                value.format(),
                value.value());
    }

    private static ReadingFingerprint of(Instant timestamp, @Nullable String... parts) {
        long at = timestamp.toEpochMilli();
        Digest digest = new Digest().add(Long.toString(at));
        for (String part : parts) {
            digest.add(part == null ? "" : part);
        }
        return new ReadingFingerprint(at, ByteBuffer.wrap(digest.bytes()).getLong());
    }
}
