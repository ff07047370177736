package io.plugstream.gateway.ocpp2;

import io.plugstream.model.json.Json;
import io.plugstream.model.json.Timestamps;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** The payloads of answers. */
final class Answers {

    private Answers() {}

    static ObjectNode nothing() {
        return Json.mapper().createObjectNode();
    }

    static ObjectNode status(String status) {
        return nothing().put("status", status);
    }

    static ObjectNode time(Instant now) {
        return nothing().put("currentTime", Timestamps.format(now));
    }

    static ObjectNode booted(Instant now, long interval) {
        return time(now).put("interval", interval).put("status", "Accepted");
    }

    /** Plugstream checks no contract certificates. */
    static ObjectNode authorized(boolean withCertificate) {
        ObjectNode answer = transactionEvent(true);
        return withCertificate ? answer.put("certificateStatus", "NoCertificateAvailable") : answer;
    }

    /** Plugstream keeps no list of tokens and accepts every token. */
    static ObjectNode transactionEvent(boolean withToken) {
        ObjectNode answer = nothing();
        return withToken ? answer.set("idTokenInfo", status("Accepted")) : answer;
    }
}
