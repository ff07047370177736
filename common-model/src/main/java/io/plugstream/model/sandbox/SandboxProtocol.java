package io.plugstream.model.sandbox;

import com.fasterxml.jackson.annotation.JsonValue;

/** The OCPP versions that a test charger supports, named like their WebSocket sub-protocols. */
public enum SandboxProtocol {
    OCPP_1_6("ocpp1.6"),
    OCPP_2_0_1("ocpp2.0.1");

    private final String wireName;

    SandboxProtocol(String wireName) {
        this.wireName = wireName;
    }

    @JsonValue
    public String wireName() {
        return wireName;
    }
}
