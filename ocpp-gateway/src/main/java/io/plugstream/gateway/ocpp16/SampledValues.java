package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import java.time.Instant;
import java.util.List;

/** Values sampled at one moment: OCPP's MeterValue (1.6, 7.33). */
public record SampledValues(Instant timestamp, List<SampledValue> values) {

    public SampledValues {
        values = List.copyOf(values);
    }

    static SampledValues read(Fields fields) {
        return new SampledValues(fields.instant("timestamp"), fields.readings("sampledValue", SampledValue::read));
    }
}
