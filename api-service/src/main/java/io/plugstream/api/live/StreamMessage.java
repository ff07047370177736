package io.plugstream.api.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;

/**
 * A message of an event stream.
 *
 * @param id where to go on after it; null keeps the last one
 * @param event null for a mere comment
 */
record StreamMessage(@Nullable String id, @Nullable String event, String text) {

    static String data(EventRecord event) {
        return Json.mapper().writeValueAsString(StreamedEvent.of(event));
    }

    /** Nothing happened. */
    static StreamMessage comment(@Nullable String id, String text) {
        return new StreamMessage(id, null, text);
    }

    /** Something of the stream itself. */
    static StreamMessage notice(@Nullable String id, String event, String detail) {
        return new StreamMessage(id, event, Json.mapper().writeValueAsString(new Notice(detail)));
    }

    /** A handshake that was refused. It is no event: a stream that comes back does not have those that it missed. */
    static StreamMessage refusal(RefusedHandshake refusal) {
        return new StreamMessage(
                null, "handshake.refused", Json.mapper().writeValueAsString(StreamedRefusal.of(refusal)));
    }

    /** One of the organisation's lists changed. A stream that comes back does not hear which did meanwhile. */
    static StreamMessage change(String list) {
        return new StreamMessage(null, "list.changed", Json.mapper().writeValueAsString(new ChangedList(list)));
    }

    /** The stream is there. */
    static StreamMessage heartbeat() {
        return new StreamMessage(null, "heartbeat", "{}");
    }

    /** A frame. Those that a stream missed do not come again. */
    static StreamMessage frame(StreamedFrame frame) {
        return new StreamMessage(null, "frame", Json.mapper().writeValueAsString(frame));
    }

    /** A stream of frames is open, and until when they flow; null for as long as it is open. */
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
