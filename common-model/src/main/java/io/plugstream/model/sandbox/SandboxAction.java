package io.plugstream.model.sandbox;

import io.plugstream.model.json.WireName;

/** What a user can do to a test charger. */
public enum SandboxAction implements WireName {
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

    @Override
    public String wireName() {
        return wireName;
    }
}
