package io.plugstream.gateway.meter;

import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a charger sampled.
 *
 * @param numbers for events
 * @param raw the rest: signed or no number, only kept
 */
public record NormalisedValues(List<MeterValue> numbers, List<RawMeterValue> raw) {

    /** Nothing. */
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

    /** When the last of them was sampled, by the charger's clock; there must be one. */
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
