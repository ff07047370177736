package io.plugstream.gateway.payload;

/**
 * A rule that a charger violates and that is tolerated: one of the schemas with {@link Strictness#TOLERANT}, or one of
 * transactions of OCPP 2, which may always be violated because a station's event cannot be refused.
 */
public enum Deviation {
    /** A field that the schema does not define; it is ignored. */
    UNKNOWN_FIELD("unknownField"),
    /** An optional field that is null, which counts as missing, or a list that has no elements but should. */
    EMPTY_FIELD("emptyField"),
    /** A reading that is a number instead of a text; its digits are kept. */
    NUMERIC_READING("numericReading"),
    /** A meterStart or meterStop of OCPP 1.6 with a fraction, which is rounded to whole Wh. */
    FRACTIONAL_READING("fractionalReading"),
    /** A sampled value, or the values of a moment, that violate the schema otherwise. They are left out. */
    UNREADABLE_READING("unreadableReading"),
    /** A wrong value in a field that the platform can do without, such as the time of a message. It counts as missing. */
    UNREADABLE_FIELD("unreadableField"),
    /** One value where the schema requires a list of them. */
    BARE_ELEMENT("bareElement"),
    /** A wrong value in a field that the platform does not use, which is ignored. */
    UNUSED_FIELD("unusedField"),
    /** A required field that is missing and that the platform can do without. */
    MISSING_FIELD("missingField"),
    /** The transactionId of a MeterValues beyond 32 bits. The values belong to no transaction. */
    LONG_TRANSACTION_ID("longTransactionId"),
    /** An idTag of more than 20 characters. */
    LONG_ID_TAG("longIdTag"),
    /** A free text, such as a vendor's name, that is longer than its schema allows. */
    LONG_TEXT("longText"),
    /** An errorCode that OCPP does not define. It is stored as vendor error code, with OtherError as errorCode. */
    UNKNOWN_ERROR_CODE("unknownErrorCode"),
    /** A measurand that OCPP does not define. */
    UNKNOWN_MEASURAND("unknownMeasurand"),
    /** A unit that OCPP does not define. */
    UNKNOWN_UNIT("unknownUnit"),
    /** A reading's context that OCPP does not define. */
    UNKNOWN_CONTEXT("unknownContext"),
    /** A reading's location that OCPP does not define. */
    UNKNOWN_LOCATION("unknownLocation"),
    /** A reading's phase that OCPP does not define. */
    UNKNOWN_PHASE("unknownPhase"),
    /** A reading's format that OCPP does not define. It is stored as Raw. */
    UNKNOWN_FORMAT("unknownFormat"),
    /** Another value that OCPP does not define. The reason of a transaction's end becomes Other. */
    UNKNOWN_WORD("unknownWord"),
    /** A second Started of a transaction of OCPP 2, with another number or time. It counts as an Updated. */
    SECOND_START("secondStart"),
    /** A transaction of OCPP 2 that began at an EVSE where another one runs. Neither ends the other. */
    OVERLAPPING_TRANSACTION("overlappingTransaction"),
    /** A transaction of OCPP 2 that ended without any reading of the energy register. Its energy counts as 0. */
    MISSING_REGISTER("missingRegister");

    private final String wireName;

    Deviation(String wireName) {
        this.wireName = wireName;
    }

    /** The kind as metrics and the API name it. */
    public String wireName() {
        return wireName;
    }
}
