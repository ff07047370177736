package io.plugstream.gateway.ocpp;

/** The error codes that this gateway sends: OCPP-J 1.6, section 4.2.3, and OCPP-J 2.0.1, section 4.3. */
public enum ErrorCode {
    /** The action is unknown. */
    NOT_IMPLEMENTED("NotImplemented"),
    /** The action is known, but this side does not accept it. */
    NOT_SUPPORTED("NotSupported"),
    /** The CALL has an action but no payload. */
    PROTOCOL_ERROR("ProtocolError"),
    /** An internal failure; the charger may retry. */
    INTERNAL_ERROR("InternalError"),
    /** The payload or the frame is malformed. */
    FORMATION_VIOLATION("FormationViolation", "FormatViolation"),
    /** The frame is not a valid OCPP-J message. OCPP 1.6 has no separate code for this. */
    RPC_FRAMEWORK_ERROR("FormationViolation", "RpcFrameworkError"),
    /** The message type is unknown. OCPP 1.6 requires that such messages are ignored. */
    MESSAGE_TYPE_NOT_SUPPORTED("NotSupported", "MessageTypeNotSupported"),
    /** A field's value is not allowed. */
    PROPERTY_CONSTRAINT_VIOLATION("PropertyConstraintViolation"),
    /** A required field is missing, or a list has too few or too many elements. */
    OCCURENCE_CONSTRAINT_VIOLATION("OccurenceConstraintViolation", "OccurrenceConstraintViolation"),
    /** A field has the wrong type. */
    TYPE_CONSTRAINT_VIOLATION("TypeConstraintViolation");

    private final String of16;
    private final String of2;

    ErrorCode(String wireName) {
        this(wireName, wireName);
    }

    ErrorCode(String of16, String of2) {
        this.of16 = of16;
        this.of2 = of2;
    }

    /** The code in a CALLERROR. */
    public String wireName(Dialect dialect) {
        return switch (dialect) {
            case OCPP_1_6 -> of16;
            case OCPP_2 -> of2;
        };
    }
}
