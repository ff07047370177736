package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.protocol.Step.Ask;
import io.plugstream.gateway.protocol.Step.Done;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends a local list, in parts if the station limits their size (OCPP 2.0.1, D01). The first part has the requested
 * update type, the others are added to it. Each part has its own version, and the last one has the requested version.
 */
final class LocalList {

    private static final String ACTION = "SendLocalList";
    private static final String ITEMS_PER_MESSAGE = "LocalAuthListCtrlr.ItemsPerMessage";
    private static final String BYTES_PER_MESSAGE = "LocalAuthListCtrlr.BytesPerMessage";
    private static final String LIST = "localAuthorizationList";
    private static final String ADDED = "Differential";

    private LocalList() {}

    static Step send(ObjectNode payload) {
        List<ObjectNode> entries = new ArrayList<>();
        for (JsonNode listed : payload.path(LIST)) {
            entries.add(entry(listed));
        }
        int version = Commands.number(payload, "listVersion");
        String kind = Commands.text(payload, "updateType");
        return entries.size() <= 1
                ? send(List.of(entries), version, kind)
                : Variables.limited(
                        ITEMS_PER_MESSAGE, BYTES_PER_MESSAGE, limits -> send(parts(entries, limits), version, kind));
    }

    private static List<List<ObjectNode>> parts(List<ObjectNode> entries, MessageLimits limits) {
        ObjectNode longest = message(Integer.MAX_VALUE, ADDED);
        longest.putArray(LIST);
        return limits.divided(entries, Function.identity(), ACTION, longest);
    }

    private static ObjectNode message(int version, String kind) {
        return Commands.object().put("versionNumber", version).put("updateType", kind);
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

    private static Step send(List<List<ObjectNode>> parts, int version, String kind) {
        List<List<ObjectNode>> later = parts.subList(1, parts.size());
        if (version - later.size() < 1 && !later.isEmpty()) {
            // There are too few versions for the parts before the last.
            return new Done(Commands.status("Failed"), null, false);
        }
        ObjectNode asked = message(version - later.size(), kind);
        List<ObjectNode> entries = parts.getFirst();
        if (!entries.isEmpty()) {
            asked.putArray(LIST).addAll(entries);
        }
        return new Ask(ACTION, asked, answer -> {
            String status = Commands.word(answer);
            boolean accepted = status.equals("Accepted");
            return accepted && !later.isEmpty()
                    ? send(later, version, ADDED)
                    : new Done(Commands.status(status), answer, accepted);
        });
    }
}
