package io.plugstream.api.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;

/**
 * A message of a stream.
 *
 * @param id where to resume after this message; null keeps the last id
 * @param event null for a comment
 */
record StreamMessage(@Nullable String id, @Nullable String event, String text) {

    static String data(EventRecord event) {
        return Json.mapper().writeValueAsString(StreamedEvent.of(event));
    }

    /** A comment, which carries no event. */
    static StreamMessage comment(@Nullable String id, String text) {
        return new StreamMessage(id, null, text);
    }

    /** A message about the stream itself. */
    static StreamMessage notice(@Nullable String id, String event, String detail) {
        return new StreamMessage(id, event, Json.mapper().writeValueAsString(new Notice(detail)));
    }

    /** A refused handshake. It has no id, so a resumed stream does not repeat those it missed. */
    static StreamMessage refusal(RefusedHandshake refusal) {
        return new StreamMessage(
                null, "handshake.refused", Json.mapper().writeValueAsString(StreamedRefusal.of(refusal)));
    }

    /** A list changed. A resumed stream does not repeat the changes it missed. */
    static StreamMessage change(String list) {
        return new StreamMessage(null, "list.changed", Json.mapper().writeValueAsString(new ChangedList(list)));
    }

    /** A heartbeat as an event, which browsers show to their readers. */
    static StreamMessage heartbeat() {
        return new StreamMessage(null, "heartbeat", "{}");
    }

    /** A frame. Missed frames are not sent again. */
    static StreamMessage frame(StreamedFrame frame) {
        return new StreamMessage(null, "frame", Json.mapper().writeValueAsString(frame));
    }

    /** The first message of a stream of frames; {@code until} is null if the stream has no end of its own. */
    static StreamMessage switchedOn(@Nullable Instant until) {
        return new StreamMessage(null, "on", Json.mapper().writeValueAsString(new SwitchedOn(until)));
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

    private record ChangedList(String list) {}

    @JsonInclude(JsonInclude.Include.ALWAYS)
    private record SwitchedOn(@Nullable Instant until) {}
}
