package io.plugstream.model.sandbox;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a user can do to a test charger. */
public enum SandboxAction {
    PLUG_IN("plugIn"),
    SWIPE("swipe"),
    UNPLUG("unplug"),
    FAULT("fault"),
    CLEAR_FAULT("clearFault"),
    GO_OFFLINE("goOffline"),
    GO_ONLINE("goOnline"),
    REBOOT("reboot");

    private final String wireName;

    SandboxAction(String wireName) {
        this.wireName = wireName;
    }

    @JsonValue
    public String wireName() {
        return wireName;
    }
}
