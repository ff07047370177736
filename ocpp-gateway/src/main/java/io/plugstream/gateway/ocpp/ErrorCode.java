package io.plugstream.gateway.ocpp;

/** The error codes that this gateway sends: OCPP-J 1.6, section 4.2.3, and OCPP-J 2.0.1, section 4.3. */
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
    FORMATION_VIOLATION("FormationViolation", "FormatViolation"),
    /** It is not a message as OCPP-J builds them; 1.6 has no code of its own for that. */
    RPC_FRAMEWORK_ERROR("FormationViolation", "RpcFrameworkError"),
    /** A message of a type that OCPP-J does not know, which 1.6 says to ignore. */
    MESSAGE_TYPE_NOT_SUPPORTED("NotSupported", "MessageTypeNotSupported"),
    /** A field's value is not allowed. */
    PROPERTY_CONSTRAINT_VIOLATION("PropertyConstraintViolation"),
    /** A required field is missing, or a list has too few or too many elements. */
    OCCURENCE_CONSTRAINT_VIOLATION("OccurenceConstraintViolation", "OccurrenceConstraintViolation"),
    /** A field has another type than it should. */
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

    /** The code as it stands in a CALLERROR. */
    public String wireName(Dialect dialect) {
        return switch (dialect) {
            case OCPP_1_6 -> of16;
            case OCPP_2 -> of2;
        };
    }
}
