package io.plugstream.gateway.ocpp;

import tools.jackson.databind.node.ObjectNode;

/** An answer: {@code [3, messageId, payload]}. */
public record CallResult(String messageId, ObjectNode payload) implements OcppMessage {}
