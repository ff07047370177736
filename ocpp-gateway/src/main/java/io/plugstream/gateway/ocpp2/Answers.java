package io.plugstream.gateway.ocpp2;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The payloads of answers. */
final class Answers {

    private static final TokenInfo ACCEPTED = new TokenInfo("Accepted");

    private Answers() {}

    /** Plugstream keeps no list of tokens and accepts every token. */
    private record TokenInfo(String status) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record OfToken(
            @Nullable TokenInfo idTokenInfo, @Nullable String certificateStatus) {}

    private record Booted(Instant currentTime, long interval, String status) {}

    private record Time(Instant currentTime) {}

    private record Status(String status) {}

    static ObjectNode nothing() {
        return Json.mapper().createObjectNode();
    }

    static ObjectNode status(String status) {
        return Json.mapper().valueToTree(new Status(status));
    }

    static ObjectNode time(Instant now) {
        return Json.mapper().valueToTree(new Time(now));
    }

    static ObjectNode booted(Instant now, long interval) {
        return Json.mapper().valueToTree(new Booted(now, interval, "Accepted"));
    }

    /** Plugstream checks no contract certificates. */
    static ObjectNode authorized(boolean withCertificate) {
        return Json.mapper().valueToTree(new OfToken(ACCEPTED, withCertificate ? "NoCertificateAvailable" : null));
    }

    static ObjectNode transactionEvent(boolean withToken) {
        return Json.mapper().valueToTree(new OfToken(withToken ? ACCEPTED : null, null));
    }
}
