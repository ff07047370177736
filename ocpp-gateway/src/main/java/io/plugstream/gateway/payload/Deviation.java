package io.plugstream.gateway.payload;

/** A rule of the schemas that a payload may break where {@link Strictness#TOLERANT} is asked for. */
public enum Deviation {
    /** A field that the schema does not know; it is ignored. */
    UNKNOWN_FIELD("unknownField"),
    /** An idTag of more than 20 characters. */
    LONG_ID_TAG("longIdTag"),
    /** A free text, such as a vendor's name, that is longer than its schema says. */
    LONG_TEXT("longText"),
    /** An errorCode that OCPP does not know; it becomes OtherError, and the word the vendor's error code. */
    UNKNOWN_ERROR_CODE("unknownErrorCode"),
    /** A measurand that OCPP does not know. */
    UNKNOWN_MEASURAND("unknownMeasurand"),
    /** A unit that OCPP does not know. */
    UNKNOWN_UNIT("unknownUnit"),
    /** A reading's context that OCPP does not know. */
    UNKNOWN_CONTEXT("unknownContext"),
    /** A reading's location that OCPP does not know. */
    UNKNOWN_LOCATION("unknownLocation"),
    /** Another word that OCPP 2.0.1 does not know, such as the reason of an event; it is taken as it is. */
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
