package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Readings of a connector's meter (OCPP 1.6, 6.31).
 *
 * @param connectorId 0 is the main meter
 * @param transactionId null outside a transaction
 */
public record MeterValues(int connectorId, @Nullable Integer transactionId, List<SampledValues> meterValue)
        implements Request {

    public MeterValues {
        meterValue = List.copyOf(meterValue);
    }

    static MeterValues read(Fields fields) {
        return new MeterValues(
                fields.notNegative("connectorId"),
                fields.optionalId("transactionId", Deviation.LONG_TRANSACTION_ID),
                fields.readings("meterValue", SampledValues::read));
    }

    MeterReadings toReadings() {
        return new MeterReadings(connectorId, transactionId, MeterNormalisation.normalise(meterValue));
    }
}
