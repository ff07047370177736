package io.plugstream.api.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.json.WireName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of each charger of a batch, in the order of the request. */
record BatchResult(List<Item> chargers) {

    BatchResult {
        chargers = List.copyOf(chargers);
    }

    /**
     * The outcome of one charger.
     *
     * @param password shown only in this response, and only for created chargers
     * @param error why the charger was refused
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Item(
            String chargeBoxId,
            Status status,
            @Nullable String password,
            @Nullable String connectionUrl,
            @Nullable String error) {

        static Item created(RegisteredCharger charger) {
            return new Item(charger.chargeBoxId(), Status.CREATED, charger.password(), charger.connectionUrl(), null);
        }

        static Item exists(String chargeBoxId) {
            return new Item(chargeBoxId, Status.EXISTS, null, null, null);
        }

        static Item refused(String chargeBoxId, String error) {
            return new Item(chargeBoxId, Status.REFUSED, null, null, error);
        }

        @Override
        public String toString() {
            return "Item[" + chargeBoxId + ", " + status + ']';
        }
    }

    enum Status implements WireName {
        CREATED,
        EXISTS,
        REFUSED
    }
}
