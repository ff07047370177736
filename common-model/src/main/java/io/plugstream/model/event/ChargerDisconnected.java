package io.plugstream.model.event;

/** A charger's connection ended; {@code reason} is a short word for why, such as {@code closed} or {@code replaced}. */
public record ChargerDisconnected(String chargeBoxId, String reason) implements ChargerEvent {}
