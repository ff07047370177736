package io.plugstream.simulator.charger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A central system's request about the charger's display. */
public sealed interface DisplayRequest extends Request {

    /** Shows a message. */
    record Show(DisplayMessage message) implements DisplayRequest {}

    /**
     * Reports the matching messages with this request id; null matches all.
     *
     * @param ids empty for all
     */
    record Report(
            int requestId,
            List<Integer> ids,
            DisplayMessage.@Nullable Priority priority,
            DisplayMessage.@Nullable State state)
            implements DisplayRequest {

        boolean isMeant(DisplayMessage message) {
            return (ids.isEmpty() || ids.contains(message.id()))
                    && (priority == null || priority == message.priority())
                    && (state == null || state == message.state());
        }
    }

    /** Removes the message with this id. */
    record Clear(int id) implements DisplayRequest {}

    /** Shows a transaction's cost so far. */
    record ShowCost(String transaction, double cost) implements DisplayRequest {}
}
