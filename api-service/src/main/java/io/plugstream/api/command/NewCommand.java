package io.plugstream.api.command;

import io.plugstream.api.command.payload.Payloads;
import io.plugstream.api.http.JsonBody;
import io.plugstream.model.command.CommandAction;
import java.time.Duration;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A command that a client asks for. */
record NewCommand(CommandAction action, ObjectNode payload, Duration life) {

    private static final int LONGEST_LIFE = 300;
    private static final int USUAL_LIFE = 30;

    /** Reads a request body, naming every fault. */
    static NewCommand of(JsonNode json) {
        JsonBody body = JsonBody.of(json);
        CommandAction action =
                body.required("action") ? body.choice("action", CommandAction.values(), CommandAction::wireName) : null;
        ObjectNode payload = body.required("payload") ? body.object("payload") : null;
        Integer seconds = body.wholeNumber("timeoutSeconds", 1, LONGEST_LIFE);
        if (action != null && payload != null) {
            Payloads.faults(action, payload, "payload").forEach(fault -> body.fault(fault.field(), fault.message()));
        }
        body.check();
        return new NewCommand(
                Objects.requireNonNull(action),
                Objects.requireNonNull(payload),
                Duration.ofSeconds(Objects.requireNonNullElse(seconds, USUAL_LIFE)));
    }

    /** Leaves the payload out, which may hold a password or a tag. */
    @Override
    public String toString() {
        return "NewCommand[" + action.wireName() + ", " + life + ']';
    }
}
