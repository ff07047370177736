package io.plugstream.system.fault;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.system.Organisation;
import io.plugstream.system.account.ListedCharger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Collects the chargers of an ended load once all are offline. */
final class ChargerBook {

    private static final Duration CHARGERS_SETTLE = Duration.ofSeconds(60);

    private final List<Organisation> organisations;

    ChargerBook(List<Organisation> organisations) {
        this.organisations = organisations;
    }

    List<ListedCharger> collect() {
        Bookkeeper.settle(CHARGERS_SETTLE, "each charger is offline", this::onlineChargers);
        return listed();
    }

    private String onlineChargers() {
        return listed().stream()
                .filter(one -> !one.status().equals("offline"))
                .map(ListedCharger::toString)
                .collect(Collectors.joining(", "));
    }

    private List<ListedCharger> listed() {
        List<ListedCharger> listed = new ArrayList<>();
        for (Organisation organisation : organisations) {
            Pages.read(
                    organisation,
                    "/api/v1/chargers?" + Pages.LIMIT,
                    "chargers",
                    one -> listed.add(new ListedCharger(
                            new ChargerId(
                                    organisation.id(), one.path("chargeBoxId").stringValue()),
                            one.path("status").stringValue(),
                            connectors(one))));
        }
        return listed;
    }

    private static Map<Integer, String> connectors(JsonNode charger) {
        return charger.path("connectors")
                .valueStream()
                .collect(Collectors.toMap(
                        one -> one.path("connectorId").intValue(),
                        one -> one.path("status").stringValue()));
    }
}
