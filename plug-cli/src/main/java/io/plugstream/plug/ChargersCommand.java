package io.plugstream.plug;

import io.plugstream.plug.api.Api;
import io.plugstream.plug.api.Failure;
import io.plugstream.plug.api.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Lists all chargers of the key's mode. */
@Command(
        name = "chargers",
        sortOptions = false,
        description = "Lists your chargers: whether they are online, and the status of each connector.",
        footerHeading = "%nExamples:%n",
        footer = {"  plug chargers", "  plug chargers --json | jq -r '.chargers[].chargeBoxId'"})
final class ChargersCommand extends ApiCommand {

    private static final String LARGEST_PAGE = "200";

    @Override
    public Integer call() throws Failure, InterruptedException {
        var api = access.api();
        var chargers = new ArrayList<JsonNode>();
        Map<String, String> query = new LinkedHashMap<>(Map.of("limit", LARGEST_PAGE));
        while (true) {
            var page = api.get("/api/v1/chargers" + Api.query(query), "chargers");
            page.path("chargers").forEach(chargers::add);
            var next = page.path("nextCursor").asString("");
            if (next.isEmpty()) {
                break;
            }
            if (next.equals(query.put("cursor", next))) {
                throw api.foreign("the same page again");
            }
        }
        if (access.json) {
            access.output().json(Json.write(Map.of("chargers", chargers)));
        } else if (chargers.isEmpty()) {
            access.output().line("There are no chargers yet. POST /api/v1/chargers registers one.");
        } else {
            access.output()
                    .table(
                            List.of("CHARGER", "STATUS", "CONNECTORS", "VENDOR", "MODEL", "LAST SEEN"),
                            chargers.stream().map(ChargersCommand::row).toList());
        }
        return 0;
    }

    private static List<String> row(JsonNode charger) {
        return List.of(
                charger.path("chargeBoxId").asString(""),
                charger.path("status").asString(""),
                charger.path("connectors")
                        .valueStream()
                        .map(connector -> connector.path("connectorId").asString("")
                                + ':'
                                + connector.path("status").asString(""))
                        .collect(Collectors.joining(" ")),
                charger.path("vendor").asString("-"),
                charger.path("model").asString("-"),
                charger.path("lastSeen").asString("never"));
    }
}
