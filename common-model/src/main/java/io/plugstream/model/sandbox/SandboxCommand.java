package io.plugstream.model.sandbox;

import io.plugstream.model.command.CommandAction;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * A command that a scenario sends to its own charger. The API issues it once, even if the record is repeated.
 *
 * @param id the command's future id
 * @param timeoutSeconds how long the charger may take to answer
 */
public record SandboxCommand(
        UUID id,
        String organisationId,
        String chargeBoxId,
        CommandAction action,
        ObjectNode payload,
        int timeoutSeconds,
        Instant at) {

    /** Omits the payload, which may hold an idTag. */
    @Override
    public String toString() {
        return "SandboxCommand[" + id + ", " + organisationId + '/' + chargeBoxId + ", " + action.wireName() + ']';
    }
}
