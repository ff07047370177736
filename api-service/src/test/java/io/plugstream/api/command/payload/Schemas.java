package io.plugstream.api.command.payload;

import io.plugstream.contract.DescribedSchemas;
import io.plugstream.model.command.CommandAction;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Validates payloads like a client that knows only the published schemas. */
final class Schemas {

    private static final DescribedSchemas JUDGE = new DescribedSchemas("{}");

    private Schemas() {}

    static boolean allow(List<DescribedAction> described, CommandAction action, JsonNode payload) {
        JsonNode schema = described.stream()
                .filter(one -> one.action() == action)
                .findFirst()
                .orElseThrow()
                .payload();
        return JUDGE.faults(schema, payload).isEmpty();
    }
}
