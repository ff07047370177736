package io.plugstream.gateway.protocol;

import io.plugstream.model.json.Json;
import io.plugstream.model.json.Timestamps;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** The payloads of answers that all OCPP versions have. */
public final class Answers {

    private Answers() {}

    public static ObjectNode nothing() {
        return Json.mapper().createObjectNode();
    }

    public static ObjectNode status(String status) {
        return nothing().put("status", status);
    }

    public static ObjectNode time(Instant now) {
        return nothing().put("currentTime", Timestamps.format(now));
    }

    /**
     * Plugstream keeps no list of tags and accepts every tag. The charger's local list decides who may charge, or the
     * organisation, which sees each tag in its events.
     *
     * @param field the name of the information about the tag
     */
    public static ObjectNode accepted(String field) {
        return nothing().set(field, status("Accepted"));
    }
}
