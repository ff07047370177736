package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.readings;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.word;

import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.SampleWords;
import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.payload.Shape.Reading;
import io.plugstream.gateway.payload.Shape.Time;

/** The payloads that a charger sends in OCPP 1.6. */
final class Schemas {

    private static final Shape TIME = new Time();

    /** 7.43. */
    private static final Shape SAMPLED_VALUE = object(
            required("value", new Reading()),
            optional("context", word(Deviation.UNKNOWN_CONTEXT, SampleWords.CONTEXTS)),
            optional("format", word(Deviation.UNKNOWN_FORMAT, Samples.FORMATS)),
            optional("measurand", word(Deviation.UNKNOWN_MEASURAND, Samples.MEASURANDS)),
            optional("phase", word(Deviation.UNKNOWN_PHASE, SampleWords.PHASES)),
            optional("location", word(Deviation.UNKNOWN_LOCATION, SampleWords.LOCATIONS)),
            optional("unit", word(Deviation.UNKNOWN_UNIT, Samples.UNITS)));

    /** 7.33. */
    static final Shape METER_VALUE =
            object(required("timestamp", TIME), required("sampledValue", readings(0, SAMPLED_VALUE)));

    private Schemas() {}
}
