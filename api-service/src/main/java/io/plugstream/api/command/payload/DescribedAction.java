package io.plugstream.api.command.payload;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.plugstream.model.command.CommandAction;
import tools.jackson.databind.JsonNode;

/**
 * An action that a charger can be asked for, and what it takes.
 *
 * @param wording the OCPP version whose words the payload is in, spelled as the sub-protocol
 * @param payload a JSON Schema (2020-12) of the very shape that payloads are checked with
 */
@JsonPropertyOrder({"action", "wording", "payload"})
public record DescribedAction(CommandAction action, String wording, JsonNode payload) {}
