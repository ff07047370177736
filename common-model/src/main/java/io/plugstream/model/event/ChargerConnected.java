package io.plugstream.model.event;

/** A charger connected over WebSocket. */
public record ChargerConnected(String chargeBoxId) implements ChargerEvent {}
