package io.plugstream.gateway.ocpp;

/** The error codes of OCPP-J 1.6, section 4.2.3, that this gateway sends. */
public enum ErrorCode {
    /** The action is not known. */
    NOT_IMPLEMENTED("NotImplemented"),
    /** The action is known, but not one that this side takes. */
    NOT_SUPPORTED("NotSupported"),
    /** The action is there, but not its payload. */
    PROTOCOL_ERROR("ProtocolError"),
    /** Something went wrong here; the charger may try again. */
    INTERNAL_ERROR("InternalError"),
    /** The payload or the frame is not built as the protocol says. */
    FORMATION_VIOLATION("FormationViolation"),
    /** A field's value is not allowed. */
    PROPERTY_CONSTRAINT_VIOLATION("PropertyConstraintViolation"),
    /** A required field is missing. The spelling is that of OCPP 1.6. */
    OCCURENCE_CONSTRAINT_VIOLATION("OccurenceConstraintViolation"),
    /** A field has another type than it should. */
    TYPE_CONSTRAINT_VIOLATION("TypeConstraintViolation");

    private final String wireName;

    ErrorCode(String wireName) {
        this.wireName = wireName;
    }

    /** The code as it stands in a CALLERROR. */
    public String wireName() {
        return wireName;
    }
}
