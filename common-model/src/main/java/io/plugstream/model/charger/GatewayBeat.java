package io.plugstream.model.charger;

import java.time.Instant;

/**
 * A sign of life of a gateway process.
 *
 * @param instance the process's name among its service's instances
 * @param at by its own clock, for people: silence is counted in records
 */
public record GatewayBeat(String instance, Instant at) {}
