package io.plugstream.model.sandbox;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An order for the sandbox process that owns a test charger. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "order")
@JsonSubTypes({
    @JsonSubTypes.Type(value = SandboxOrder.Use.class, name = "use"),
    @JsonSubTypes.Type(value = SandboxOrder.Act.class, name = "act"),
    @JsonSubTypes.Type(value = SandboxOrder.Run.class, name = "run"),
    @JsonSubTypes.Type(value = SandboxOrder.CommandEnded.class, name = "commandEnded")
})
public sealed interface SandboxOrder {

    Instant at();

    /** The organisation's sandbox is in use: the charger wakes or stays awake. */
    record Use(Instant at) implements SandboxOrder {}

    /**
     * A user's action at the charger.
     *
     * @param idTag of the card that is swiped
     * @param clockSpeed the charger's setting at that time, which the sandbox may read later than the order
     */
    record Act(Instant at, SandboxAction action, @Nullable String idTag, int clockSpeed) implements SandboxOrder {}

    /**
     * Starts a scenario.
     *
     * @param clockSpeed as in {@link Act}
     */
    record Run(Instant at, UUID runId, String scenario, int clockSpeed) implements SandboxOrder {}

    /**
     * A command that a scenario sent has ended.
     *
     * @param status the API's command status, such as {@code accepted}
     */
    record CommandEnded(Instant at, UUID commandId, String status) implements SandboxOrder {}
}
