package io.plugstream.api.command.payload;

import io.plugstream.model.command.CommandAction;
import tools.jackson.databind.JsonNode;

/**
 * An action that can be sent to a charger, with its payload.
 *
 * @param wording the OCPP version of the payload, spelled as the sub-protocol
 * @param payload a JSON Schema (2020-12), built from the shape that validates payloads
 */
public record DescribedAction(CommandAction action, String wording, JsonNode payload) {}
