package io.plugstream.model.sandbox;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something for the owner of a test charger to do. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "order")
@JsonSubTypes({
    @JsonSubTypes.Type(value = SandboxOrder.Use.class, name = "use"),
    @JsonSubTypes.Type(value = SandboxOrder.Act.class, name = "act"),
    @JsonSubTypes.Type(value = SandboxOrder.Run.class, name = "run"),
    @JsonSubTypes.Type(value = SandboxOrder.CommandEnded.class, name = "commandEnded")
})
public sealed interface SandboxOrder {

    Instant at();

    /** Somebody works with the organisation's sandbox: the charger wakes, or stays awake. */
    record Use(Instant at) implements SandboxOrder {}

    /**
     * Something is to happen.
     *
     * @param idTag of a card that is shown
     */
    record Act(Instant at, SandboxAction action, @Nullable String idTag) implements SandboxOrder {}

    /** A scenario is to begin. */
    record Run(Instant at, UUID runId, String scenario) implements SandboxOrder {}

    /**
     * What became of a command that a scenario sent.
     *
     * @param status as the API says it, such as {@code accepted}
     */
    record CommandEnded(Instant at, UUID commandId, String status) implements SandboxOrder {}
}
