package io.plugstream.model.sandbox;

import com.fasterxml.jackson.annotation.JsonValue;

/** The scenarios that a test charger can run. */
public enum SandboxScenario {
    NORMAL_SESSION("normalSession"),
    REMOTE_START("remoteStart"),
    REFUSED_REMOTE_START("refusedRemoteStart"),
    COMMAND_TIMEOUT("commandTimeout"),
    FAULT_WHILE_CHARGING("faultWhileCharging"),
    OFFLINE_THEN_RESEND("offlineThenResend"),
    REPEATED_START("repeatedStart"),
    ORPHANED_STOP("orphanedStop"),
    REPLACED_CONNECTION("replacedConnection"),
    WRONG_CLOCK("wrongClock");

    private final String wireName;

    SandboxScenario(String wireName) {
        this.wireName = wireName;
    }

    @JsonValue
    public String wireName() {
        return wireName;
    }
}
