package io.plugstream.gateway.ocpp16;

/** A sign of life, which also requests the time (OCPP 1.6, 6.29). */
public record Heartbeat() implements Request {}
