package io.plugstream.api.command.payload;

import io.plugstream.api.http.Fault;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a JSON value must look like: a rule that names every fault, and the same for others as a JSON Schema (2020-12). */
record Shape(ObjectNode schema, Rule rule) {

    /** Adds every fault of a value that stands at a path. */
    @FunctionalInterface
    interface Rule {
        void check(JsonNode value, String path, List<Fault> faults);
    }

    void check(JsonNode value, String path, List<Fault> faults) {
        rule.check(value, path, faults);
    }

    List<Fault> faults(JsonNode value, String path) {
        List<Fault> faults = new ArrayList<>();
        check(value, path, faults);
        return faults;
    }

    /** This, and a rule that the schema does not tell. */
    Shape and(Rule further) {
        return new Shape(schema, (value, path, faults) -> {
            check(value, path, faults);
            further.check(value, path, faults);
        });
    }
}
