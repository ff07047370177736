package io.plugstream.gateway.payload;

/** A rule of the schemas that a payload may violate with {@link Strictness#TOLERANT}. */
public enum Deviation {
    /** A field that the schema does not define; it is ignored. */
    UNKNOWN_FIELD("unknownField"),
    /** An optional field that is null, which counts as missing, or a list that has no elements but should. */
    EMPTY_FIELD("emptyField"),
    /** A reading that is a number instead of a text; its digits are kept. */
    NUMERIC_READING("numericReading"),
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
    /**
     * Another value that OCPP does not define, such as an event's reason. It is accepted: unchanged with OCPP 2.0.1, and
     * as Other for the reason of a StopTransaction of 1.6.
     */
    UNKNOWN_WORD("unknownWord");

    private final String wireName;

    Deviation(String wireName) {
        this.wireName = wireName;
    }

    /** The kind as metrics and the API name it. */
    public String wireName() {
        return wireName;
    }
}
