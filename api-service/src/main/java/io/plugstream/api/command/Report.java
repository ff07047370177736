package io.plugstream.api.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A page of a station's report for a command.
 *
 * @param complete whether the station has sent everything, or did not take the command
 */
record Report(
        boolean complete, List<JsonNode> items, @Nullable String nextCursor) {

    Report {
        items = List.copyOf(items);
    }
}
