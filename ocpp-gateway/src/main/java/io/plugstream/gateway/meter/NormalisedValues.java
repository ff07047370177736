package io.plugstream.gateway.meter;

import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The values that a charger sampled, in normalised form.
 *
 * @param numbers numeric values, which are published in events
 * @param raw other values (signed or not numeric), which are only stored
 */
public record NormalisedValues(List<MeterValue> numbers, List<RawMeterValue> raw) {

    /** Fits a record, and a request that receivers of webhooks take. */
    private static final int MOST_BYTES = 256 * 1024;

    public static final NormalisedValues NONE = new NormalisedValues(List.of(), List.of());

    public NormalisedValues {
        numbers = List.copyOf(numbers);
        raw = List.copyOf(raw);
    }

    /** The same values in parts that fit a record each. */
    public List<NormalisedValues> parts() {
        return bytes(numbers, ReadingSize::of) + bytes(raw, ReadingSize::of) <= MOST_BYTES
                ? List.of(this)
                : Stream.concat(
                                cut(numbers, ReadingSize::of).stream()
                                        .map(part -> new NormalisedValues(part, List.of())),
                                cut(raw, ReadingSize::of).stream().map(part -> new NormalisedValues(List.of(), part)))
                        .toList();
    }

    private static <T> List<List<T>> cut(List<T> values, ToLongFunction<T> bytes) {
        List<List<T>> parts = new ArrayList<>();
        long left = 0;
        for (T value : values) {
            long needed = bytes.applyAsLong(value);
            if (parts.isEmpty() || needed > left) {
                parts.add(new ArrayList<>());
                left = MOST_BYTES;
            }
            parts.getLast().add(value);
            left -= needed;
        }
        return parts;
    }

    private static <T> long bytes(List<T> values, ToLongFunction<T> bytes) {
        return values.stream().mapToLong(bytes).sum();
    }

    /** The values whose fingerprint is {@code kept}, in their order. */
    NormalisedValues filter(Predicate<ReadingFingerprint> kept) {
        return new NormalisedValues(
                numbers.stream()
                        .filter(value -> kept.test(ReadingFingerprint.of(value)))
                        .toList(),
                raw.stream()
                        .filter(value -> kept.test(ReadingFingerprint.of(value)))
                        .toList());
    }

    NormalisedValues numbersAlone() {
        return new NormalisedValues(numbers, List.of());
    }

    NormalisedValues rawAlone() {
        return new NormalisedValues(List.of(), raw);
    }

    /** The time of the latest value by the charger's clock. There must be at least one value. */
    public Instant lastTime() {
        return Stream.concat(
                        numbers.stream().map(MeterValue::timestamp),
                        raw.stream().map(RawMeterValue::timestamp))
                .max(Instant::compareTo)
                .orElseThrow();
    }

    /** Whether nothing was sampled. */
    public boolean isEmpty() {
        return numbers.isEmpty() && raw.isEmpty();
    }
}
