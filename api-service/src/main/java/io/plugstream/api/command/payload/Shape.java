package io.plugstream.api.command.payload;

import io.plugstream.api.http.Fault;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A rule for JSON values that reports every fault, with the equivalent JSON Schema (2020-12) for clients. */
record Shape(ObjectNode schema, Rule rule) {

    /** Adds every fault of the value at a path. */
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

    /** Adds a rule that the schema does not express. */
    Shape and(Rule further) {
        return new Shape(schema, (value, path, faults) -> {
            check(value, path, faults);
            further.check(value, path, faults);
        });
    }
}
