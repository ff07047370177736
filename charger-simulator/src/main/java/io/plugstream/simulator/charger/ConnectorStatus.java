package io.plugstream.simulator.charger;

/** The statuses of a connector. OCPP 1.6 distinguishes more of them than OCPP 2 (OCPP 1.6, 4.9). */
public enum ConnectorStatus {
    AVAILABLE,
    /** A car is plugged in; the only status that OCPP 2 has during a session. */
    OCCUPIED,
    PREPARING,
    CHARGING,
    SUSPENDED_EVSE,
    SUSPENDED_EV,
    FINISHING,
    RESERVED,
    UNAVAILABLE,
    FAULTED
}
