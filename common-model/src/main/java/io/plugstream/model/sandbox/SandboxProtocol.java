package io.plugstream.model.sandbox;

import io.plugstream.model.json.WireName;

/** The OCPP versions that a test charger supports, named like their WebSocket sub-protocols. */
public enum SandboxProtocol implements WireName {
    OCPP_1_6("ocpp1.6"),
    OCPP_2_0_1("ocpp2.0.1");

    private final String wireName;

    SandboxProtocol(String wireName) {
        this.wireName = wireName;
    }

    @Override
    public String wireName() {
        return wireName;
    }
}
