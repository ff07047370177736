package io.plugstream.gateway.meter;

import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The values that a charger sampled, in normalised form.
 *
 * @param numbers numeric values, which are published in events
 * @param raw other values (signed or not numeric), which are only stored
 */
public record NormalisedValues(List<MeterValue> numbers, List<RawMeterValue> raw) {

    public static final NormalisedValues NONE = new NormalisedValues(List.of(), List.of());

    public NormalisedValues {
        numbers = List.copyOf(numbers);
        raw = List.copyOf(raw);
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
