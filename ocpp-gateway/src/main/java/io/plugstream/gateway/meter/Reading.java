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
 * @param fingerprint 64 bits of a SHA-256
 */
record Reading(long at, long fingerprint) {

    static final Comparator<Reading> ORDER =
            Comparator.comparingLong(Reading::at).thenComparingLong(Reading::fingerprint);

    /** All of {@code values}, numbers first. */
    static Stream<Reading> of(NormalisedValues values) {
        return Stream.concat(
                values.numbers().stream().map(Reading::of),
                values.raw().stream().map(Reading::of));
    }

    static Reading of(MeterValue value) {
        return of(
                value.timestamp(),
                value.measurand(),
                value.phase(),
                value.location(),
                value.context(),
                value.unit(),
                value.value().stripTrailingZeros().toPlainString());
    }

    static Reading of(RawMeterValue value) {
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

    private static Reading of(Instant timestamp, @Nullable String... parts) {
        long at = timestamp.toEpochMilli();
        Digest digest = new Digest().add(Long.toString(at));
        for (String part : parts) {
            digest.add(part == null ? "" : part);
        }
        return new Reading(at, ByteBuffer.wrap(digest.bytes()).getLong());
    }
}
