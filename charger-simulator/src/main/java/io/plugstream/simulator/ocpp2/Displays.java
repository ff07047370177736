package io.plugstream.simulator.ocpp2;

import io.plugstream.simulator.charger.DisplayMessage;
import io.plugstream.simulator.charger.DisplayMessage.Format;
import io.plugstream.simulator.charger.DisplayMessage.Priority;
import io.plugstream.simulator.charger.DisplayMessage.State;
import io.plugstream.simulator.charger.DisplayRequest;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.protocol.Fields;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Protocol.Call;
import io.plugstream.simulator.protocol.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Reads and writes display messages (OCPP 2.0.1, part 2, O01 to O06). */
final class Displays {

    private static final Map<String, Priority> PRIORITIES = Spelling.words(Priority.values());
    private static final Map<String, State> STATES = Spelling.words(State.values());
    private static final Map<String, Format> FORMATS =
            Map.of("ASCII", Format.ASCII, "HTML", Format.HTML, "URI", Format.URI, "UTF8", Format.UTF8);

    private Displays() {}

    static DisplayRequest show(JsonNode node) throws MalformedRequest {
        var message = new Fields(node);
        var content = new Fields(node.path("message"));
        return new DisplayRequest.Show(new DisplayMessage(
                message.number("id"),
                message.word("priority", PRIORITIES),
                message.optionalWord("state", STATES),
                message.optionalTime("startDateTime"),
                message.optionalTime("endDateTime"),
                message.optionalText("transactionId"),
                content.word("format", FORMATS),
                content.optionalText("language"),
                content.text("content")));
    }

    static DisplayRequest report(Fields fields) throws MalformedRequest {
        return new DisplayRequest.Report(
                fields.number("requestId"),
                fields.payload().has("id") ? CommandReader.numbers(fields.payload(), "id") : List.of(),
                fields.optionalWord("priority", PRIORITIES),
                fields.optionalWord("state", STATES));
    }

    static Call reported(Message.DisplayReported report) {
        return new Call(
                "NotifyDisplayMessages",
                Map.of(
                        "requestId", report.requestId(),
                        "tbc", !report.part().last(),
                        "messageInfo",
                                report.messages().stream().map(Displays::shown).toList()));
    }

    private static Map<String, Object> shown(DisplayMessage message) {
        var content = new LinkedHashMap<String, Object>();
        content.put("format", Spelling.of(FORMATS, message.format()));
        Spelling.put(content, "language", message.language());
        content.put("content", message.content());
        var shown = new LinkedHashMap<String, Object>();
        shown.put("id", message.id());
        shown.put("priority", Spelling.of(message.priority()));
        Spelling.put(shown, "state", message.state() == null ? null : Spelling.of(message.state()));
        Spelling.put(shown, "startDateTime", Spelling.time(message.from()));
        Spelling.put(shown, "endDateTime", Spelling.time(message.to()));
        Spelling.put(shown, "transactionId", message.transaction());
        shown.put("message", content);
        return shown;
    }
}
