package io.plugstream.gateway.connection;

import org.springframework.web.socket.CloseStatus;

/** Why a connection ends: the reason in the event and the close code of the socket. */
enum Ending {
    CLOSED("closed", CloseStatus.NORMAL.getCode()),
    CONNECTION_LOST("connection lost", CloseStatus.SESSION_NOT_RELIABLE.getCode()),
    SILENT("no answer to pings", CloseStatus.SESSION_NOT_RELIABLE.getCode()),
    REPLACED("replaced", CloseStatus.POLICY_VIOLATION.getCode()),
    TAKEN_FOR_LOST("gateway lost", CloseStatus.GOING_AWAY.getCode()),
    REGISTRATION_REMOVED("registration removed", CloseStatus.POLICY_VIOLATION.getCode()),
    CREDENTIALS_CHANGED("credentials changed", CloseStatus.POLICY_VIOLATION.getCode()),
    BINARY_FRAME("binary frame", CloseStatus.NOT_ACCEPTABLE.getCode(), true),
    FRAME_TOO_LONG("frame too long", CloseStatus.TOO_BIG_TO_PROCESS.getCode(), true),
    FRAME_TOO_SLOW("frame too slow", CloseStatus.POLICY_VIOLATION.getCode(), true),
    TOO_MANY_FRAMES("too many frames", CloseStatus.POLICY_VIOLATION.getCode(), true),
    NOT_RECORDED("not recorded", CloseStatus.SERVICE_OVERLOAD.getCode()),
    GATEWAY_STOPS("gateway shutting down", CloseStatus.GOING_AWAY.getCode());

    private final String reason;
    private final int code;
    private final boolean offence;

    Ending(String reason, int code) {
        this(reason, code, false);
    }

    Ending(String reason, int code, boolean offence) {
        this.reason = reason;
        this.code = code;
        this.offence = offence;
    }

    /** The reason in {@code charger.disconnected}. */
    String reason() {
        return reason;
    }

    /** Whether the charger causes it with its frames. */
    boolean isOffence() {
        return offence;
    }

    CloseStatus status() {
        return new CloseStatus(code, reason);
    }

    /** The ending for a socket that the charger closed with this status. */
    static Ending of(CloseStatus status) {
        return status.equalsCode(CloseStatus.NO_CLOSE_FRAME) ? CONNECTION_LOST : CLOSED;
    }
}
