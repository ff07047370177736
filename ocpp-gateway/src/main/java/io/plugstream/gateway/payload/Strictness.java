package io.plugstream.gateway.payload;

/** How strictly payloads are validated against the schemas of OCPP. */
public enum Strictness {
    /** Harmless deviations are accepted and counted: see {@link Deviation} (ADR 52). */
    TOLERANT,
    /** Payloads must match the schemas exactly. */
    STRICT
}
