package io.plugstream.simulator.charger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a central system asks of a charger's display. */
public sealed interface DisplayRequest extends Request {

    /** The message is to be shown. */
    record Show(DisplayMessage message) implements DisplayRequest {}

    /**
     * The messages that fit are to be reported under this number; null filters nothing.
     *
     * @param ids any if there are none
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

    /** The message of this number is to go. */
    record Clear(int id) implements DisplayRequest {}

    /** The price of a transaction so far is to be shown. */
    record ShowCost(String transaction, double cost) implements DisplayRequest {}
}
