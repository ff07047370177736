package io.plugstream.gateway.ocpp;

/** How frames differ between the major versions of OCPP. */
public enum Dialect {
    OCPP_1_6,
    /** OCPP 2.0.1 and later. */
    OCPP_2
}
