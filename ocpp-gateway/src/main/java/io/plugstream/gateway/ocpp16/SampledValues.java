package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.readings;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.ValidPayload.time;

import io.plugstream.gateway.payload.Shape;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Values sampled at one moment: OCPP's MeterValue (1.6, 7.33). */
public record SampledValues(Instant timestamp, List<SampledValue> values) {

    static final Shape SHAPE =
            object(required("timestamp", new Shape.Time()), required("sampledValue", readings(0, SampledValue.SHAPE)));

    public SampledValues {
        values = List.copyOf(values);
    }

    /** Empty if there is no such list. */
    static List<SampledValues> all(JsonNode list) {
        return list.valueStream().map(SampledValues::read).toList();
    }

    private static SampledValues read(JsonNode sampled) {
        return new SampledValues(
                Objects.requireNonNull(time(sampled, "timestamp")),
                sampled.path("sampledValue")
                        .valueStream()
                        .map(SampledValue::read)
                        .toList());
    }
}
