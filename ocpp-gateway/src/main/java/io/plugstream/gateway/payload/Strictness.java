package io.plugstream.gateway.payload;

/** How exactly payloads must keep to the schemas of OCPP. */
public enum Strictness {
    /** What harms nobody is taken and counted: see {@link Deviation} (ADR 0052). */
    TOLERANT,
    /** Exactly the schemas. */
    STRICT
}
