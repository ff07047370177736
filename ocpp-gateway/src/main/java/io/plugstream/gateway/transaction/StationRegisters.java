package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.model.charger.StationTransaction.Register;
import io.plugstream.model.charger.StationTransaction.Registers;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the readings that determine the energy of a transaction. */
final class StationRegisters {

    private static final String REGISTER = "Energy.Active.Import.Register";
    private static final String BEGIN = "Transaction.Begin";
    private static final String END = "Transaction.End";
    private static final List<Set<String>> ALL_PHASES =
            List.of(Set.of("L1", "L2", "L3"), Set.of("L1-N", "L2-N", "L3-N"));

    /** In Wh: what every JSON reader represents exactly. No meter has more. */
    private static final BigDecimal MOST = BigDecimal.valueOf((1L << 53) - 1);

    private StationRegisters() {}

    /** Identifies one reading of all phases. */
    private record Moment(Instant at, @Nullable String context) {}

    private record Reading(Moment moment, BigDecimal wattHours) {}

    static Registers with(Registers known, NormalisedValues values) {
        Registers registers = known;
        for (Reading reading : readings(values)) {
            registers = with(registers, reading);
        }
        return registers;
    }

    /** {@code known} with the last register of {@code other}, if that is later. */
    static Registers joined(Registers known, Registers other) {
        Register last = known.last() == null || isBefore(known.last(), other.last()) ? other.last() : known.last();
        return new Registers(known.begin(), known.first(), last, known.end());
    }

    /** Whether energy flowed between the first and the last reading. */
    static boolean rose(Registers registers) {
        return registers.first() != null
                && registers.last() != null
                && registers.last().wattHours().compareTo(registers.first().wattHours()) > 0;
    }

    private static Registers with(Registers known, Reading reading) {
        Register register = new Register(reading.moment().at(), reading.wattHours());
        return new Registers(
                marked(known.begin(), BEGIN, reading),
                isBefore(register, known.first()) ? register : known.first(),
                isBefore(known.last(), register) || known.last() == null ? register : known.last(),
                marked(known.end(), END, reading));
    }

    /** The first value counts, because it may be published already. */
    private static @Nullable BigDecimal marked(@Nullable BigDecimal known, String mark, Reading reading) {
        return known == null && mark.equals(reading.moment().context()) ? reading.wattHours() : known;
    }

    private static boolean isBefore(@Nullable Register one, @Nullable Register other) {
        if (one == null || other == null) {
            return other == null;
        }
        int order = one.at().compareTo(other.at());
        return order < 0 || (order == 0 && one.wattHours().compareTo(other.wattHours()) < 0);
    }

    private static List<Reading> readings(NormalisedValues values) {
        Map<Moment, Map<String, BigDecimal>> byMoment = new LinkedHashMap<>();
        for (MeterValue value : values.numbers()) {
            if (isRegister(value)) {
                String phase = value.phase() == null ? "" : value.phase();
                byMoment.computeIfAbsent(new Moment(value.timestamp(), value.context()), _ -> new LinkedHashMap<>())
                        .putIfAbsent(phase, value.value());
            }
        }
        List<Reading> readings = new ArrayList<>();
        byMoment.forEach((moment, phases) -> {
            BigDecimal total = total(phases);
            if (total != null) {
                readings.add(new Reading(moment, total));
            }
        });
        return readings;
    }

    private static boolean isRegister(MeterValue value) {
        return value.measurand().equals(REGISTER)
                && "Outlet".equals(value.location())
                && value.unit().equals("Wh")
                && value.value().abs().compareTo(MOST) <= 0;
    }

    /** The total, or the sum of the phases if all are there. */
    private static @Nullable BigDecimal total(Map<String, BigDecimal> phases) {
        if (phases.containsKey("")) {
            return phases.get("");
        }
        return ALL_PHASES.stream()
                .filter(all -> phases.keySet().containsAll(all))
                .findFirst()
                .map(all -> all.stream().map(phases::get).reduce(BigDecimal.ZERO, BigDecimal::add))
                .orElse(null);
    }
}
