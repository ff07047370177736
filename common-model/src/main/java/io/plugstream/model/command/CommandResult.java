package io.plugstream.model.command;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A step of a command at the gateway: it may be sent, and then it ends. If it set a password that needs a reboot, its use
 * follows. Records may be repeated without effect.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "step")
@JsonSubTypes({
    @JsonSubTypes.Type(value = CommandResult.Sent.class, name = "sent"),
    @JsonSubTypes.Type(value = CommandResult.Answered.class, name = "answered"),
    @JsonSubTypes.Type(value = CommandResult.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = CommandResult.Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = CommandResult.PasswordUsed.class, name = "passwordUsed")
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
     * @param response payload of the OCPP 1.6 CALLRESULT, or the payload that a station's answer translates to
     * @param stationResponse the last answer of an OCPP 2 station, if it was translated
     * @param accepted whether the charger accepted the command; null if the status in {@code response} shows it
     */
    record Answered(
            UUID commandId,
            Instant at,
            ObjectNode response,
            @Nullable ObjectNode stationResponse,
            @Nullable Boolean accepted)
            implements CommandResult {

        /** The answer of an OCPP 1.6 charger. */
        public Answered(UUID commandId, Instant at, ObjectNode response) {
            this(commandId, at, response, null, null);
        }
    }

    /** The charger answered with a CALLERROR. */
    record Refused(UUID commandId, Instant at, String code, String description) implements CommandResult {}

    /** The command ended without an answer. */
    record Failed(UUID commandId, Instant at, CommandFailure failure) implements CommandResult {}

    /** The charger has connected with the password that the command set, so its earlier one is no longer valid. */
    record PasswordUsed(UUID commandId, Instant at) implements CommandResult {}
}
