package io.plugstream.gateway.ocpp16;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The payload of an answer. */
public sealed interface Response {

    default ObjectNode payload() {
        return Json.mapper().valueToTree(this);
    }

    /**
     * Plugstream keeps no list of tags and accepts every tag. The charger's local list decides who may charge, or the
     * organisation, which sees each tag in its events.
     */
    record IdTagInfo(String status) {

        public static final IdTagInfo ACCEPTED = new IdTagInfo("Accepted");
    }

    record Authorized(IdTagInfo idTagInfo) implements Response {}

    /** The charger is accepted; {@code interval} is the number of seconds between heartbeats. */
    record Booted(String status, Instant currentTime, long interval) implements Response {}

    record HeartbeatReceived(Instant currentTime) implements Response {}

    record Started(IdTagInfo idTagInfo, int transactionId) implements Response {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Stopped(@Nullable IdTagInfo idTagInfo) implements Response {}

    record Noted() implements Response {}

    /** A status, as the operation spells it. */
    record Status(String status) implements Response {}
}
