package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.transaction.StationTransaction.Register;
import io.plugstream.model.transaction.StationTransaction.Registers;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the readings that determine the energy of a transaction: those of the total at the outlet, or, while fewer than
 * two are known, those of other registers that the station reports. Each register has its own begin and end, so that a
 * phase that is missing once changes nothing.
 */
final class StationRegisters {

    /** The place of readings of the begin. */
    static final int FIRST = Integer.MIN_VALUE;

    /** The place of readings of the end. */
    static final int LAST = Integer.MAX_VALUE;

    private static final String REGISTER = "Energy.Active.Import.Register";
    private static final String BEGIN = "Transaction.Begin";
    private static final String END = "Transaction.End";
    private static final String OUTLET = "Outlet";

    /** Of these, the first that the station reports counts. */
    private static final List<String> LOCATIONS = List.of(OUTLET, "Cable", "Inlet", "Body", "EV");

    /** Of these, the first that the station reports at the location counts. No phase is the total. */
    private static final List<Set<String>> PHASES =
            List.of(Set.of(""), Set.of("L1", "L2", "L3"), Set.of("L1-N", "L2-N", "L3-N"));

    /** In Wh: what every JSON reader represents exactly. No meter has more. */
    private static final BigDecimal MOST = BigDecimal.valueOf((1L << 53) - 1);

    private StationRegisters() {}

    /** Identifies one reading of all registers. */
    private record Moment(Instant at, @Nullable String context) {}

    /**
     * {@code known} with the readings of an event.
     *
     * @param place the event's number; {@link #FIRST} or {@link #LAST} if it is the begin or the end; null if unknown
     */
    static Registers with(Registers known, NormalisedValues values, @Nullable Integer place) {
        Registers total = known;
        Map<String, Registers> parts = new HashMap<>(known.parts());
        for (Map.Entry<Moment, Map<String, BigDecimal>> reading :
                moments(values).entrySet()) {
            Moment moment = reading.getKey();
            BigDecimal sum = total(reading.getValue());
            if (sum != null) {
                total = with(total, moment, sum, place);
            }
            reading.getValue()
                    .forEach((name, wattHours) -> parts.compute(
                            name, (_, part) -> with(part == null ? Registers.NONE : part, moment, wattHours, place)));
        }
        parts.remove(OUTLET);
        return with(total, total.last(), spans(total) ? Map.of() : best(parts));
    }

    /** Whether {@code values} have readings of a register. */
    static boolean areIn(NormalisedValues values) {
        return values.numbers().stream().anyMatch(StationRegisters::isRegister);
    }

    /** {@code known} with the last readings of {@code other}, if those are later. */
    static Registers joined(Registers known, Registers other) {
        return withLast(known, other, StationRegisters::later);
    }

    /** Whether {@code next} has the same readings, except that the last ones may differ. */
    static boolean differOnlyInLast(Registers known, Registers next) {
        return withLast(known, next, (_, last) -> last).equals(next);
    }

    static boolean haveSameLast(Registers known, Registers next) {
        return withLast(known, next, (_, last) -> last).equals(known);
    }

    /** Whether energy flowed between the first and the last reading. */
    static boolean rose(Registers registers) {
        return counting(registers).stream()
                .anyMatch(one -> one.first() != null
                        && one.last() != null
                        && one.last().wattHours().compareTo(one.first().wattHours()) > 0);
    }

    /** The readings of the begin, in Wh; 0 if there are none. */
    static BigDecimal atBegin(Registers registers) {
        return sum(registers, one -> one.begin() == null ? ofBegin(one.first()) : one.begin());
    }

    /** The readings of the begin, or else the first ones, in Wh. */
    static BigDecimal first(Registers registers) {
        return sum(registers, one -> one.begin() == null ? wattHours(one.first()) : one.begin());
    }

    /** The readings of the end, or else the last ones, in Wh. */
    static BigDecimal last(Registers registers) {
        return sum(registers, one -> one.end() == null ? wattHours(one.last()) : one.end());
    }

    private static BigDecimal sum(Registers registers, Function<Registers, @Nullable BigDecimal> reading) {
        return counting(registers).stream()
                .map(reading)
                .filter(Objects::nonNull)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static @Nullable BigDecimal wattHours(@Nullable Register register) {
        return register == null ? null : register.wattHours();
    }

    private static @Nullable BigDecimal ofBegin(@Nullable Register first) {
        return first == null || !Objects.equals(first.place(), FIRST) ? null : first.wattHours();
    }

    /** The registers whose sum is the transaction's. */
    private static Collection<Registers> counting(Registers registers) {
        Collection<Registers> parts = registers.parts().values();
        return registers.first() == null || parts.stream().anyMatch(StationRegisters::spans)
                ? parts
                : List.of(registers);
    }

    private static boolean spans(Registers registers) {
        return !Objects.equals(registers.first(), registers.last());
    }

    private interface Choice {
        @Nullable
        Register of(@Nullable Register known, @Nullable Register next);
    }

    private static Registers withLast(Registers known, Registers other, Choice choice) {
        Map<String, Registers> parts = known.parts().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        part -> withLast(
                                part.getValue(), other.parts().getOrDefault(part.getKey(), part.getValue()), choice)));
        return with(known, choice.of(known.last(), other.last()), parts);
    }

    private static Registers with(Registers known, @Nullable Register last, Map<String, Registers> parts) {
        return new Registers(known.begin(), known.first(), last, known.end(), parts);
    }

    private static Registers with(Registers known, Moment moment, BigDecimal wattHours, @Nullable Integer place) {
        Register register = new Register(moment.at(), wattHours, place(moment, place));
        return new Registers(
                marked(known.begin(), BEGIN, moment, wattHours),
                isBefore(register, known.first()) ? register : known.first(),
                later(known.last(), register),
                marked(known.end(), END, moment, wattHours),
                known.parts());
    }

    private static @Nullable Integer place(Moment moment, @Nullable Integer ofEvent) {
        if (BEGIN.equals(moment.context())) {
            return FIRST;
        }
        return END.equals(moment.context()) ? Integer.valueOf(LAST) : ofEvent;
    }

    /** The first value counts, because it may be published already. */
    private static @Nullable BigDecimal marked(
            @Nullable BigDecimal known, String mark, Moment moment, BigDecimal wattHours) {
        return known == null && mark.equals(moment.context()) ? wattHours : known;
    }

    private static @Nullable Register later(@Nullable Register known, @Nullable Register other) {
        return known == null || isBefore(known, other) ? other : known;
    }

    /** The station may correct its clock meanwhile, so the time only decides if the events' order does not. */
    private static boolean isBefore(@Nullable Register one, @Nullable Register other) {
        if (one == null || other == null) {
            return other == null;
        }
        int order = order(one.place(), other.place());
        order = order == 0 ? one.at().compareTo(other.at()) : order;
        return order < 0 || (order == 0 && one.wattHours().compareTo(other.wattHours()) < 0);
    }

    /** An unknown place is between the begin and the end. */
    private static int order(@Nullable Integer one, @Nullable Integer other) {
        return one == null || other == null ? Integer.compare(edge(one), edge(other)) : Integer.compare(one, other);
    }

    private static int edge(@Nullable Integer place) {
        return place == null || (place != FIRST && place != LAST) ? 0 : Integer.signum(place);
    }

    /** The readings of each moment by register: its location, and its phase if it has one. */
    private static Map<Moment, Map<String, BigDecimal>> moments(NormalisedValues values) {
        Map<Moment, Map<String, BigDecimal>> moments = new LinkedHashMap<>();
        for (MeterValue value : values.numbers()) {
            if (isRegister(value)) {
                String location = Objects.requireNonNullElse(value.location(), OUTLET);
                moments.computeIfAbsent(new Moment(value.timestamp(), value.context()), _ -> new LinkedHashMap<>())
                        .putIfAbsent(name(location, phase(value)), value.value());
            }
        }
        return moments;
    }

    private static boolean isRegister(MeterValue value) {
        return value.measurand().equals(REGISTER)
                && PHASES.stream().anyMatch(phases -> phases.contains(phase(value)))
                && value.unit().equals("Wh")
                && value.value().abs().compareTo(MOST) <= 0;
    }

    private static String phase(MeterValue value) {
        return Objects.requireNonNullElse(value.phase(), "");
    }

    private static String name(String location, String phase) {
        return phase.isEmpty() ? location : location + " " + phase;
    }

    /** The total at the outlet, or the sum of its phases if all are there. */
    private static @Nullable BigDecimal total(Map<String, BigDecimal> readings) {
        return PHASES.stream()
                .map(phases -> names(OUTLET, phases))
                .filter(readings.keySet()::containsAll)
                .findFirst()
                .map(all -> all.stream().map(readings::get).reduce(BigDecimal.ZERO, BigDecimal::add))
                .orElse(null);
    }

    /** Only what measures the same energy once. */
    private static Map<String, Registers> best(Map<String, Registers> parts) {
        for (String location : LOCATIONS) {
            for (Set<String> phases : PHASES) {
                Map<String, Registers> of = new HashMap<>(parts);
                of.keySet().retainAll(names(location, phases));
                if (!of.isEmpty()) {
                    return of;
                }
            }
        }
        return Map.of();
    }

    private static Set<String> names(String location, Set<String> phases) {
        return phases.stream().map(phase -> name(location, phase)).collect(Collectors.toSet());
    }
}
