package io.plugstream.gateway.protocol;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The next step of a command: send a CALL or return the result. */
public sealed interface Step {

    /**
     * A CALL to send.
     *
     * @param then the step after a CALLRESULT, given its payload; throws {@link IllegalArgumentException} if that is
     *     not valid
     * @param ifRefused the step after a CALLERROR; null if the command then ends
     */
    record Ask(
            String action,
            ObjectNode payload,
            Function<ObjectNode, Step> then,
            @Nullable Supplier<Step> ifRefused) implements Step {

        /** A CALL after whose CALLERROR the command ends. */
        public Ask(String action, ObjectNode payload, Function<ObjectNode, Step> then) {
            this(action, payload, then, null);
        }
    }

    /**
     * The result of the command.
     *
     * @param response the answer for the client that issued the command
     * @param stationResponse the station's answer, if {@code response} is a translation of it
     * @param accepted whether the charger accepted the command; null if the status in {@code response} tells it
     */
    record Done(
            ObjectNode response,
            @Nullable ObjectNode stationResponse,
            @Nullable Boolean accepted) implements Step {

        /** The unchanged answer of a charger. */
        public static Done with(ObjectNode response) {
            return new Done(response, null, null);
        }
    }
}
