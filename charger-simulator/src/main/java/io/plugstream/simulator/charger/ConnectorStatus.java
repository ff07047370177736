package io.plugstream.simulator.charger;

/** What a connector can be in. The words of 1.6 are the finer ones (OCPP 1.6, 4.9). */
public enum ConnectorStatus {
    AVAILABLE,
    /** A car is connected: all that OCPP 2 says of a connector while a session goes on. */
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
