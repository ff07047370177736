package io.plugstream.api.command;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Some of what a station has reported because of a command.
 *
 * @param complete whether nothing more will come
 */
@JsonPropertyOrder({"complete", "items", "nextCursor"})
record Report(
        boolean complete, List<JsonNode> items, @Nullable String nextCursor) {

    Report {
        items = List.copyOf(items);
    }
}
