package io.plugstream.gateway.ocpp;

import tools.jackson.databind.node.ObjectNode;

/** A request: {@code [2, messageId, action, payload]}. */
public record Call(String messageId, String action, ObjectNode payload) implements OcppMessage {}
