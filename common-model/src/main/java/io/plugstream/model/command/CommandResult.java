package io.plugstream.model.command;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.UUID;
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

    /** The charger answered with a CALLRESULT, whose payload this is. */
    record Answered(UUID commandId, Instant at, ObjectNode response) implements CommandResult {}

    /** The charger answered with a CALLERROR. */
    record Refused(UUID commandId, Instant at, String code, String description) implements CommandResult {}

    /** There is no answer and there will be none. */
    record Failed(UUID commandId, Instant at, CommandFailure failure) implements CommandResult {}
}
