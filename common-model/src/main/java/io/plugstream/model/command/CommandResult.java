package io.plugstream.model.command;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A step of a command at the gateway: perhaps sent, then ended. A repeated record says nothing new. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "step")
@JsonSubTypes({
    @JsonSubTypes.Type(value = CommandResult.Sent.class, name = "sent"),
    @JsonSubTypes.Type(value = CommandResult.Answered.class, name = "answered"),
    @JsonSubTypes.Type(value = CommandResult.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = CommandResult.Failed.class, name = "failed")
})
public sealed interface CommandResult {

    UUID commandId();

    /** By the gateway's clock. */
    Instant at();

    /** The CALL went out. */
    record Sent(UUID commandId, Instant at) implements CommandResult {}

    /**
     * The charger answered.
     *
     * @param response payload of the CALLRESULT of OCPP 1.6, or what a station's answer is in its words
     * @param stationResponse the last answer of a station of OCPP 2, if it was translated
     * @param accepted whether the charger does what it was asked for; null if the status in {@code response} tells
     */
    record Answered(
            UUID commandId,
            Instant at,
            ObjectNode response,
            @Nullable ObjectNode stationResponse,
            @Nullable Boolean accepted)
            implements CommandResult {

        /** With the payload of a charger of OCPP 1.6. */
        public Answered(UUID commandId, Instant at, ObjectNode response) {
            this(commandId, at, response, null, null);
        }
    }

    /** The charger answered with a CALLERROR. */
    record Refused(UUID commandId, Instant at, String code, String description) implements CommandResult {}

    /** There is no answer and there will be none. */
    record Failed(UUID commandId, Instant at, CommandFailure failure) implements CommandResult {}
}
