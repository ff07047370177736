package io.plugstream.model.sandbox;

import io.plugstream.model.json.WireName;

/** The scenarios that a test charger can run. */
public enum SandboxScenario implements WireName {
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

    @Override
    public String wireName() {
        return wireName;
    }
}
