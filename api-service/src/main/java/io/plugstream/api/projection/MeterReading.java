package io.plugstream.api.projection;

import io.plugstream.model.event.ClockTolerance;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionUpdated;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A running transaction's energy meter: the total at the charger's outlet, or the sum of its phases if all of a moment
 * are there; at an OCPP 2 station, the registers that the gateway chose.
 *
 * @param startWh null if it is as in the start
 */
record MeterReading(
        String organisationId,
        String chargeBoxId,
        int transactionId,
        @Nullable Long startWh,
        long meterWh,
        Instant at) {

    private static final String REGISTER = "Energy.Active.Import.Register";

    /** Chargers may send any number; larger values are ignored as implausible. */
    private static final BigDecimal MOST = BigDecimal.TEN.pow(18);

    private static final String TOTAL = "";

    /** Of these, the first that a moment has counts. */
    private static final List<Set<String>> PHASES =
            List.of(Set.of(TOTAL), Set.of("L1", "L2", "L3"), Set.of("L1-N", "L2-N", "L3-N"));

    private record Moment(Instant at, @Nullable String context) {}

    /** The readings in an update; empty if it belongs to no transaction. */
    static Stream<MeterReading> in(EventRecord event) {
        TransactionUpdated update = (TransactionUpdated) event.data();
        Integer transactionId = update.transactionId();
        if (transactionId == null) {
            return Stream.empty();
        }
        StationFacts station = event.station();
        StationFacts.Meter meter = station == null ? null : station.meter();
        if (meter != null) {
            return Stream.of(new MeterReading(
                    event.organisationId(),
                    event.chargeBoxId(),
                    transactionId,
                    meter.startWh(),
                    meter.latestWh(),
                    event.receivedAt()));
        }
        Map<Moment, Map<String, BigDecimal>> moments = new LinkedHashMap<>();
        update.meterValues().stream()
                .filter(MeterReading::isRegister)
                .forEach(value -> moments.computeIfAbsent(
                                new Moment(value.timestamp(), value.context()), _ -> new HashMap<>())
                        .put(Objects.requireNonNullElse(value.phase(), TOTAL), value.value()));
        return moments.entrySet().stream()
                .flatMap(moment -> total(moment.getValue()).stream()
                        .map(wattHours -> new MeterReading(
                                event.organisationId(),
                                event.chargeBoxId(),
                                transactionId,
                                null,
                                wattHours.setScale(0, RoundingMode.HALF_UP).longValueExact(),
                                plausible(moment.getKey().at(), event.receivedAt()))));
    }

    private static Optional<BigDecimal> total(Map<String, BigDecimal> readings) {
        return PHASES.stream()
                .filter(readings.keySet()::containsAll)
                .findFirst()
                .map(all -> all.stream().map(readings::get).reduce(BigDecimal.ZERO, BigDecimal::add));
    }

    /** A charger's clock that was ahead once, or begins anew, must not make all later readings look old. */
    private static Instant plausible(Instant sampled, Instant received) {
        return sampled.isAfter(received) || ClockTolerance.isStale(sampled, received) ? received : sampled;
    }

    TransactionKey key() {
        return new TransactionKey(organisationId, chargeBoxId, transactionId);
    }

    private static boolean isRegister(MeterValue value) {
        return value.measurand().equals(REGISTER)
                && value.unit().equals("Wh")
                && (value.location() == null || value.location().equals("Outlet"))
                && value.value().abs().compareTo(MOST) < 0;
    }
}
