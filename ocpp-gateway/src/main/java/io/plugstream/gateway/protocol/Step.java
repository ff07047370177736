package io.plugstream.gateway.protocol;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What has to be done next for a command: ask the charger something, or tell what came out of it. */
public sealed interface Step {

    /**
     * A CALL to send.
     *
     * @param then what follows from the payload of its CALLRESULT; throws {@link IllegalArgumentException} if that makes no
     *     sense
     * @param ifRefused what follows from a CALLERROR; null if the command ends with that
     */
    record Ask(
            String action,
            ObjectNode payload,
            Function<ObjectNode, Step> then,
            @Nullable Supplier<Step> ifRefused) implements Step {

        /** A CALL whose refusal ends the command. */
        public Ask(String action, ObjectNode payload, Function<ObjectNode, Step> then) {
            this(action, payload, then, null);
        }
    }

    /**
     * The end.
     *
     * @param response for whoever gave the command
     * @param stationResponse the answer of which {@code response} is the translation, if it is one
     * @param accepted whether the charger does what it was asked for; null if the status in {@code response} tells
     */
    record Done(
            ObjectNode response,
            @Nullable ObjectNode stationResponse,
            @Nullable Boolean accepted) implements Step {

        /** The answer of a charger as it is. */
        public static Done with(ObjectNode response) {
            return new Done(response, null, null);
        }
    }
}
