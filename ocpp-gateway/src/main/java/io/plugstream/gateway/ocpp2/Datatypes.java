package io.plugstream.gateway.ocpp2;

import static io.plugstream.gateway.payload.Shape.expected;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.readings;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.some;
import static io.plugstream.gateway.payload.Shape.text;
import static io.plugstream.gateway.payload.Shape.unused;
import static io.plugstream.gateway.payload.Shape.whole;
import static io.plugstream.gateway.payload.Shape.word;

import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.SampleWords;
import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.payload.Shape.Decimal;
import io.plugstream.gateway.payload.Shape.Field;
import io.plugstream.gateway.payload.Shape.Flag;
import io.plugstream.gateway.payload.Shape.Text;
import io.plugstream.gateway.payload.Shape.Time;
import io.plugstream.gateway.payload.Words;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/** Types that payloads of OCPP 2.0.1 share (part 2, section 2). */
final class Datatypes {

    /** The vendor's name and any other fields. */
    private static final Field CUSTOM_DATA = unused("customData", Shape.object(true, required("vendorId", text(255))));

    private static final Set<String> ID_TOKEN_TYPES =
            Words.of("Central eMAID ISO14443 ISO15693 KeyCode Local MacAddress NoAuthorization");

    private static final Set<String> COST_KINDS =
            Words.of("CarbonDioxideEmission RelativePricePercentage RenewableGenerationPercentage");

    private static final Set<String> PROFILE_PURPOSES =
            Words.of("ChargingStationExternalConstraints ChargingStationMaxProfile TxDefaultProfile TxProfile");

    static final Shape NUMBER = new Decimal();
    static final Shape FLAG = new Flag();
    static final Shape TIME = new Time();

    /** At least 0, which the standard requires in its text but not in its schemas. */
    static final Shape COUNT = whole(0, Integer.MAX_VALUE);

    static final Shape STATION_ID = text(36);

    static final Shape EVSE = object(required("id", COUNT), optional("connectorId", COUNT));

    static final Shape ID_TOKEN = object(
            required("idToken", new Text(36, 255, Deviation.LONG_ID_TAG)),
            expected("type", word(Deviation.UNKNOWN_WORD, ID_TOKEN_TYPES)),
            unused(
                    "additionalInfo",
                    some(object(required("additionalIdToken", text(36)), required("type", text(50))))));

    static final Shape CERTIFICATE_HASHES = object(
            required("hashAlgorithm", word("SHA256", "SHA384", "SHA512")),
            required("issuerNameHash", text(128)),
            required("issuerKeyHash", text(128)),
            required("serialNumber", text(40)),
            required("responderURL", text(512)));

    static final Shape COMPONENT =
            object(required("name", text(50)), optional("instance", text(50)), optional("evse", EVSE));

    static final Shape VARIABLE = object(required("name", text(50)), optional("instance", text(50)));

    /** OCPP 2.1 does not require method and key. */
    private static final Shape SIGNED_METER_VALUE = object(
            required("signedMeterData", text(2500)),
            expected("signingMethod", text(50)),
            required("encodingMethod", text(50)),
            expected("publicKey", text(2500)));

    private static final Shape UNIT =
            new Shape.Listed(new Shape.Text(20, 20, null), Samples.UNITS, Deviation.UNKNOWN_UNIT);

    private static final Shape SAMPLED_VALUE = object(
            required("value", NUMBER),
            optional("context", word(Deviation.UNKNOWN_CONTEXT, SampleWords.CONTEXTS)),
            optional("measurand", word(Deviation.UNKNOWN_MEASURAND, Samples.MEASURANDS)),
            optional("phase", word(Deviation.UNKNOWN_PHASE, SampleWords.PHASES)),
            optional("location", word(Deviation.UNKNOWN_LOCATION, SampleWords.LOCATIONS)),
            optional("signedMeterValue", SIGNED_METER_VALUE),
            optional("unitOfMeasure", object(optional("unit", UNIT), optional("multiplier", whole()))));

    static final Shape METER_VALUE =
            object(required("timestamp", TIME), required("sampledValue", readings(1, SAMPLED_VALUE)));

    static final Shape MESSAGE_CONTENT = object(
            required("format", word("ASCII", "HTML", "URI", "UTF8")),
            optional("language", text(8)),
            required("content", text(512)));

    private static final Shape COST = object(
            required("costKind", word(COST_KINDS)), required("amount", whole()), optional("amountMultiplier", whole()));

    private static final Shape CONSUMPTION_COST =
            object(required("startValue", NUMBER), required("cost", some(COST, 3)));

    private static final Shape SALES_TARIFF_ENTRY = object(
            required("relativeTimeInterval", object(required("start", whole()), optional("duration", whole()))),
            optional("ePriceLevel", COUNT),
            optional("consumptionCost", some(CONSUMPTION_COST, 3)));

    private static final Shape SALES_TARIFF = object(
            required("id", whole()),
            optional("salesTariffDescription", text(32)),
            optional("numEPriceLevels", whole()),
            required("salesTariffEntry", some(SALES_TARIFF_ENTRY, 1024)));

    private static final Shape CHARGING_SCHEDULE_PERIOD = object(
            required("startPeriod", whole()),
            required("limit", NUMBER),
            optional("numberPhases", whole()),
            optional("phaseToUse", whole()));

    static final Shape CHARGING_SCHEDULE = object(
            required("id", whole()),
            optional("startSchedule", TIME),
            optional("duration", whole()),
            required("chargingRateUnit", word("W", "A")),
            required("chargingSchedulePeriod", some(CHARGING_SCHEDULE_PERIOD, 1024)),
            optional("minChargingRate", NUMBER),
            optional("salesTariff", SALES_TARIFF));

    static final Shape CHARGING_PROFILE = object(
            required("id", whole()),
            required("stackLevel", whole()),
            required("chargingProfilePurpose", word(PROFILE_PURPOSES)),
            required("chargingProfileKind", word("Absolute", "Recurring", "Relative")),
            optional("recurrencyKind", word("Daily", "Weekly")),
            optional("validFrom", TIME),
            optional("validTo", TIME),
            required("chargingSchedule", some(CHARGING_SCHEDULE, 3)),
            optional("transactionId", STATION_ID));

    static final Shape LIMIT_SOURCE = word("EMS", "Other", "SO", "CSO");

    static final Shape PERCENT = whole(0, 100);

    private Datatypes() {}

    /** Every object may have {@code customData} besides its fields. */
    static Shape object(Field... fields) {
        return Shape.object(
                Stream.concat(Arrays.stream(fields), Stream.of(CUSTOM_DATA)).toArray(Field[]::new));
    }
}
