package io.plugstream.api.charger;

import io.plugstream.api.http.JsonBody;
import io.plugstream.model.charger.ChargerId;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A charger to register. */
record NewCharger(String chargeBoxId, @Nullable String name) {

    static final int LONGEST_NAME = 100;

    static final String ID_RULE = ChargerId.CHARGE_BOX_ID_RULE + ", not batch or summary";

    /** Ids that would collide with other paths below {@code /chargers}. */
    private static final Set<String> RESERVED = Set.of("batch", "summary");

    /** Reads a request body and reports every fault. */
    static NewCharger of(JsonNode json) {
        JsonBody body = JsonBody.of(json);
        String chargeBoxId = body.required("chargeBoxId") ? body.text("chargeBoxId", 0, Integer.MAX_VALUE) : null;
        if (chargeBoxId != null && !isAllowed(chargeBoxId)) {
            body.fault("chargeBoxId", ID_RULE);
        }
        String name = body.text("name", 1, LONGEST_NAME);
        body.check();
        return new NewCharger(Objects.requireNonNull(chargeBoxId), name);
    }

    static boolean isAllowed(String chargeBoxId) {
        return ChargerId.isChargeBoxId(chargeBoxId)
                && !Character.isSpaceChar(chargeBoxId.codePointAt(0))
                && !Character.isSpaceChar(chargeBoxId.codePointBefore(chargeBoxId.length()))
                && !RESERVED.contains(chargeBoxId);
    }
}
