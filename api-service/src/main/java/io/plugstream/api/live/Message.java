package io.plugstream.api.live;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;

/**
 * A block of a stream.
 *
 * @param id where to go on after it; null leaves the last one standing
 * @param event null for a mere comment
 */
record Message(@Nullable String id, @Nullable String event, String text) {

    static String data(EventRecord event) {
        return Json.mapper().writeValueAsString(StreamedEvent.of(event));
    }

    /** Nothing happened. */
    static Message comment(@Nullable String id, String text) {
        return new Message(id, null, text);
    }

    /** Something of the stream itself. */
    static Message notice(@Nullable String id, String event, String detail) {
        return new Message(id, event, Json.mapper().writeValueAsString(new Notice(detail)));
    }

    ServerSentEvent<String> written() {
        ServerSentEvent.Builder<String> builder = ServerSentEvent.builder();
        if (id != null) {
            builder.id(id);
        }
        return event == null
                ? builder.comment(text).build()
                : builder.event(event).data(text).build();
    }

    private record Notice(String detail) {}
}
