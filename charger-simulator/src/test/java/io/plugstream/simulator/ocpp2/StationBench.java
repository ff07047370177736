package io.plugstream.simulator.ocpp2;

import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.FakeClock;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.charger.Models;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Protocol.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A station with two EVSEs and no connection, and a central system that accepts everything. */
final class StationBench {

    static final String POWER = "'component':{'name':'EVSE','evse':{'id':1}},'variable':{'name':'Power'}";
    static final String REMOTE_START = "{'idToken':{'idToken':'A','type':'ISO14443'},'remoteStartId':5,'evseId':2}";

    final List<Call> sent = new ArrayList<>();
    private final Ocpp201 protocol = new Ocpp201();
    private final ChargerModel model = Models.withTwoConnectors();
    private final FakeClock clock = new FakeClock();
    private Charger charger;

    StationBench(Instant now) {
        clock.reach(now);
        charger = new Charger(model, ChargerState.fresh(model), clock, true);
        charger.connected();
        talk();
    }

    Charger charger() {
        return charger;
    }

    /** Lets time pass, and the station do its due work. */
    void pass(Duration time) {
        var end = clock.instant().plus(time);
        for (var wake = charger.nextWake(); wake.isPresent() && !wake.get().isAfter(end); wake = charger.nextWake()) {
            clock.reach(wake.get().isBefore(clock.instant()) ? clock.instant() : wake.get());
            charger.tick();
            talk();
        }
        clock.reach(end);
    }

    /** Moves the clock to {@code moment}. */
    void reach(Instant moment) {
        clock.reach(moment);
    }

    /** Replaces the station by another that resumes from the state's JSON. */
    void handOver() {
        var written = Json.mapper().writeValueAsString(charger.state());
        charger = new Charger(model, Json.mapper().readValue(written, ChargerState.class), clock, true);
        charger.connected();
        talk();
    }

    /** Sends and answers messages until none is left. */
    void talk() {
        for (var next = charger.next(); next.isPresent(); next = charger.next()) {
            Message message = next.get();
            sent.add(protocol.write(message, charger.state()));
            charger.confirmed(protocol.read(message, Json.mapper().readTree("""
                    {"status": "Accepted", "interval": 300, "idTokenInfo": {"status": "Accepted"}}""")));
        }
    }

    /** The answer to a command, with single quotes. */
    String asked(String action, String payload) throws MalformedRequest {
        var request = protocol.read(action, parsed(payload)).orElseThrow();
        return switch (charger.answer(protocol.names(action), request)) {
            case Answer.Silence _ -> "nothing";
            case Answer.Refusal(var code, var _) -> "CALLERROR " + protocol.write(code);
            case Answer answer ->
                Json.mapper()
                        .writeValueAsString(protocol.write(request, answer))
                        .replace('"', '\'');
        };
    }

    /** The payloads of an action's messages since the last call. */
    List<JsonNode> takeSent(String action) {
        talk();
        var taken = sent.stream()
                .filter(call -> call.action().equals(action))
                .map(StationBench::json)
                .toList();
        sent.clear();
        return taken;
    }

    /** The payloads of all TransactionEvents. */
    List<JsonNode> events() {
        return sent.stream()
                .filter(call -> call.action().equals("TransactionEvent"))
                .map(StationBench::json)
                .toList();
    }

    static JsonNode json(Call call) {
        return Json.mapper().valueToTree(call.payload());
    }

    static JsonNode parsed(String text) {
        return Json.mapper().readTree(text.replace('\'', '"'));
    }
}
