package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.protocol.Step.Ask;
import io.plugstream.gateway.protocol.Step.Done;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends a local list, in parts if the station limits their size (OCPP 2.0.1, D01). The first part has the requested
 * update type, the others are added to it. Each part has its own version, and the last one has the requested version.
 */
final class LocalList {

    private static final String ITEMS_PER_MESSAGE = "LocalAuthListCtrlr.ItemsPerMessage";

    private LocalList() {}

    static Step send(ObjectNode payload) {
        List<ObjectNode> entries = new ArrayList<>();
        for (JsonNode listed : payload.path("localAuthorizationList")) {
            entries.add(entry(listed));
        }
        int version = Commands.number(payload, "listVersion");
        String kind = Commands.text(payload, "updateType");
        return entries.size() <= 1
                ? send(entries, version, kind, entries.size())
                : Variables.limited(ITEMS_PER_MESSAGE, most -> send(entries, version, kind, most));
    }

    private static ObjectNode entry(JsonNode listed) {
        ObjectNode entry = Commands.object();
        entry.set("idToken", IdTokens.of(listed, "idTag"));
        JsonNode information = listed.path("idTagInfo");
        if (information.isObject()) {
            entry.set("idTokenInfo", IdTokens.information(information, listed));
        }
        return entry;
    }

    private static Step send(List<ObjectNode> entries, int version, String kind, int most) {
        int now = Math.min(entries.size(), Math.max(1, most));
        List<ObjectNode> later = entries.subList(now, entries.size());
        int parts = (int) Math.ceilDiv((long) later.size(), Math.max(1, most));
        if (version - parts < 1 && parts > 0) {
            // There are too few versions for the parts before the last.
            return new Done(Commands.status("Failed"), null, false);
        }
        ObjectNode asked =
                Commands.object().put("versionNumber", version - parts).put("updateType", kind);
        if (now > 0) {
            ArrayNode list = asked.putArray("localAuthorizationList");
            entries.subList(0, now).forEach(list::add);
        }
        return new Ask("SendLocalList", asked, answer -> {
            String status = Commands.word(answer);
            boolean accepted = status.equals("Accepted");
            return accepted && !later.isEmpty()
                    ? send(later, version, "Differential", most)
                    : new Done(Commands.status(status), answer, accepted);
        });
    }
}
