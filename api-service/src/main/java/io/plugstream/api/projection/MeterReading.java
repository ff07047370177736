package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionUpdated;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A running transaction's energy meter: the total over all phases at the charger's outlet, or the registers that the
 * gateway chose at an OCPP 2 station.
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
        return update.meterValues().stream()
                .filter(MeterReading::isTotal)
                .map(value -> new MeterReading(
                        event.organisationId(),
                        event.chargeBoxId(),
                        transactionId,
                        null,
                        value.value().setScale(0, RoundingMode.HALF_UP).longValueExact(),
                        notAhead(value.timestamp(), event.receivedAt())));
    }

    /** A charger's clock that was ahead once must not make all later readings look old. */
    private static Instant notAhead(Instant sampled, Instant received) {
        return sampled.isAfter(received) ? received : sampled;
    }

    TransactionKey key() {
        return new TransactionKey(organisationId, chargeBoxId, transactionId);
    }

    private static boolean isTotal(MeterValue value) {
        return value.measurand().equals(REGISTER)
                && value.unit().equals("Wh")
                && value.phase() == null
                && (value.location() == null || value.location().equals("Outlet"))
                && value.value().abs().compareTo(MOST) < 0;
    }
}
