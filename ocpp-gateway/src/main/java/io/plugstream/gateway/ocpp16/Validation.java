package io.plugstream.gateway.ocpp16;

/** The verdict on a payload. */
public sealed interface Validation {

    /** It holds this request. */
    record Valid(Request request) implements Validation {}

    /** It breaks the schema. */
    record Invalid(Violation violation) implements Validation {}
}
