package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.readings;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.whole;
import static io.plugstream.gateway.payload.ValidPayload.integer;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Readings of a connector's meter (OCPP 1.6, 6.31).
 *
 * @param connectorId 0 is the main meter
 * @param transactionId null outside a transaction
 */
public record MeterValues(int connectorId, @Nullable Integer transactionId, List<SampledValues> meterValue)
        implements Request {

    static final Shape PAYLOAD = object(
            required("connectorId", whole(0, Integer.MAX_VALUE)),
            optional(
                    "transactionId",
                    new Shape.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE, Deviation.LONG_TRANSACTION_ID)),
            required("meterValue", readings(0, SampledValues.SHAPE)));

    public MeterValues {
        meterValue = List.copyOf(meterValue);
    }

    static MeterValues read(ObjectNode payload) {
        return new MeterValues(
                payload.path("connectorId").intValue(),
                integer(payload, "transactionId"),
                SampledValues.all(payload.path("meterValue")));
    }

    MeterReadings toReadings() {
        return new MeterReadings(connectorId, transactionId, MeterNormalisation.normalise(meterValue));
    }
}
