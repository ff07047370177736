package io.plugstream.api.charger;

import io.plugstream.api.http.JsonBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Chargers to register together. An invalid chargeBoxId or name fails its own item only. */
record ChargerBatch(List<Item> items) {

    /** The most chargers in one request. */
    static final int MOST = 500;

    ChargerBatch {
        items = List.copyOf(items);
    }

    /** Reads a request body and reports every fault in its structure. */
    static ChargerBatch of(JsonNode json) {
        JsonBody body = JsonBody.of(json);
        List<JsonBody> objects = body.required("chargers") ? body.objects("chargers", 1, MOST) : null;
        List<Item> items = objects == null
                ? List.of()
                : IntStream.range(0, objects.size())
                        .mapToObj(place -> item(objects.get(place)))
                        .toList();
        body.check();
        return new ChargerBatch(items);
    }

    private static Item item(JsonBody body) {
        String chargeBoxId = body.required("chargeBoxId") ? body.string("chargeBoxId") : null;
        String name = body.string("name");
        body.checkNames();
        String id = Objects.requireNonNullElse(chargeBoxId, "");
        return new Item(id, name, fault(id, name));
    }

    private static @Nullable String fault(String chargeBoxId, @Nullable String name) {
        List<String> faults = new ArrayList<>();
        if (!NewCharger.isAllowed(chargeBoxId)) {
            faults.add("chargeBoxId " + NewCharger.ID_RULE);
        }
        String wrong = name == null ? null : JsonBody.textFault(name, 1, NewCharger.LONGEST_NAME);
        if (wrong != null) {
            faults.add("name " + wrong);
        }
        return faults.isEmpty() ? null : String.join("; ", faults);
    }

    /** The items without a fault; the charger limit is not checked here. */
    List<NewCharger> valid() {
        return items.stream()
                .filter(item -> item.fault() == null)
                .map(item -> new NewCharger(item.chargeBoxId(), item.name()))
                .toList();
    }

    /** @param fault why the item is refused regardless of the charger limit */
    record Item(
            String chargeBoxId,
            @Nullable String name,
            @Nullable String fault) {}
}
