package io.plugstream.api.charger;

import io.plugstream.api.body.JsonBody;
import io.plugstream.model.charger.ChargerId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A charger to be registered. */
record NewCharger(String chargeBoxId, @Nullable String name) {

    /** Reads a request body, naming every fault. */
    static NewCharger of(JsonNode json) {
        JsonBody body = JsonBody.of(json);
        String chargeBoxId = body.required("chargeBoxId") ? body.text("chargeBoxId", 0, Integer.MAX_VALUE) : null;
        if (chargeBoxId != null && !ChargerId.isChargeBoxId(chargeBoxId)) {
            body.fault(
                    "chargeBoxId",
                    "must be 1 to 48 printable characters, none of / \\ : ? # \", not . or .., no space at either end");
        }
        String name = body.text("name", 1, 100);
        if (name != null && name.codePoints().anyMatch(Character::isISOControl)) {
            body.fault("name", "must not contain control characters");
        }
        body.check();
        return new NewCharger(Objects.requireNonNull(chargeBoxId), name);
    }
}
