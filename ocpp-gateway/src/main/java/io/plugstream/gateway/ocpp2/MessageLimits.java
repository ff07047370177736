package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.ocpp.Call;
import io.plugstream.gateway.ocpp.FrameWriter;
import io.plugstream.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * How much a station accepts in one message (OCPP 2.0.1, ItemsPerMessage and BytesPerMessage).
 *
 * @param items at least 1
 * @param bytes of the whole frame
 */
record MessageLimits(int items, int bytes) {

    static final int NO_LIMIT = Integer.MAX_VALUE;

    /** For a station that does not tell its limits. */
    static final MessageLimits NONE = new MessageLimits(NO_LIMIT, NO_LIMIT);

    /** All ids of our messages have this length. */
    private static final String ANY_ID = new UUID(0, 0).toString();

    /**
     * Divides items among messages. Each message has at least one item, even if it is too long for the station.
     *
     * @param written the item as it is sent
     * @param empty the payload without items, with an empty list for them
     */
    <T> List<List<T>> divided(List<T> all, Function<T, ObjectNode> written, String action, ObjectNode empty) {
        int overhead = FrameWriter.write(new Call(ANY_ID, action, empty)).getBytes(StandardCharsets.UTF_8).length;
        List<List<T>> messages = new ArrayList<>();
        List<T> message = new ArrayList<>();
        int length = overhead;
        for (T item : all) {
            int more = Json.mapper().writeValueAsBytes(written.apply(item)).length + ",".length();
            // No comma follows the last item.
            if (!message.isEmpty() && (message.size() >= items || length + more - ",".length() > bytes)) {
                messages.add(message);
                message = new ArrayList<>();
                length = overhead;
            }
            message.add(item);
            length += more;
        }
        if (!message.isEmpty()) {
            messages.add(message);
        }
        return messages;
    }
}
