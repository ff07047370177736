package io.plugstream.plug;

import io.plugstream.plug.api.Json;
import io.plugstream.plug.listen.Listener;
import io.plugstream.plug.output.Output;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of {@code plug listen}: one line for each event or state change, its fields always in the same order. */
record JsonReport(Output output) implements Listener {

    @Override
    public void begins(String forwardTo, String secret, Path file) {
        write(line("listening")
                .put("forwardTo", forwardTo)
                .put("secret", secret)
                .put("file", file.toString()));
    }

    @Override
    public void connected(boolean again) {
        write(line("connected").put("again", again));
    }

    @Override
    public void disconnected(String reason, Duration pause) {
        write(line("disconnected").put("reason", reason).put("retryMs", pause.toMillis()));
    }

    @Override
    public void repeats(String eventId) {
        write(line("repeated").put("eventId", eventId));
    }

    @Override
    public void gap(String detail) {
        write(line("gap").put("detail", detail));
    }

    @Override
    public void forwarded(
            String eventId, String event, String timestamp, String chargeBoxId, boolean well, String outcome) {
        write(line("forwarded")
                .put("eventId", eventId)
                .put("event", event)
                .put("timestamp", timestamp)
                .put("chargeBoxId", chargeBoxId)
                .put("delivered", well)
                .put("outcome", outcome));
    }

    private static ObjectNode line(String kind) {
        return Json.mapper().createObjectNode().put("kind", kind);
    }

    private void write(ObjectNode line) {
        output.json(Json.write(line));
    }
}
