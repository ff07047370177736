package io.plugstream.api.command.payload;

import io.plugstream.api.http.Fault;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a JSON value must look like. */
@FunctionalInterface
interface Shape {

    /** Adds every fault of {@code value}, which stands at {@code path}. */
    void check(JsonNode value, String path, List<Fault> faults);
}
