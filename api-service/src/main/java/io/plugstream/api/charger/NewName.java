package io.plugstream.api.charger;

import io.plugstream.api.http.JsonBody;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A charger's new name; null removes the name. */
record NewName(@Nullable String text) {

    /** Reads a request body and reports every fault. */
    static NewName of(JsonNode json) {
        JsonBody body = JsonBody.of(json);
        String name = body.text("name", 1, NewCharger.LONGEST_NAME);
        if (!body.has("name")) {
            body.fault("name", "is required");
        }
        body.check();
        return new NewName(name);
    }
}
