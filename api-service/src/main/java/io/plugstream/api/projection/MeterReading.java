package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.TransactionUpdated;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.stream.Stream;

/** The energy meter of a running transaction: the total of all phases where the charger delivers. */
record MeterReading(String organisationId, String chargeBoxId, int transactionId, long meterWh, Instant at) {

    private static final String REGISTER = "Energy.Active.Import.Register";

    /** A charger may send any number; what no meter shows is no reading. */
    private static final BigDecimal MOST = BigDecimal.TEN.pow(18);

    /** The readings that an update carries, if it belongs to a transaction. */
    static Stream<MeterReading> in(EventRecord event) {
        TransactionUpdated update = (TransactionUpdated) event.data();
        Integer transactionId = update.transactionId();
        if (transactionId == null) {
            return Stream.empty();
        }
        return update.meterValues().stream()
                .filter(MeterReading::isTotal)
                .map(value -> new MeterReading(
                        event.organisationId(),
                        event.chargeBoxId(),
                        transactionId,
                        value.value().setScale(0, RoundingMode.HALF_UP).longValueExact(),
                        value.timestamp()));
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
