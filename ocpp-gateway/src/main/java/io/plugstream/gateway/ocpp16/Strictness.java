package io.plugstream.gateway.ocpp16;

/** How exactly payloads must keep to the schemas of OCPP 1.6. */
public enum Strictness {
    /** What harms nobody is taken and counted: see {@link Deviation} (ADR 0052). */
    TOLERANT,
    /** Exactly the schemas. */
    STRICT
}
