package io.plugstream.simulator.ocpp2;

import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.Confirmation;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.charger.Request;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Protocol;
import io.plugstream.simulator.protocol.Spelling;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * OCPP 2.0.1 on a charger's side. Each EVSE has exactly one connector, and the EVSE has the charger's connector number.
 */
public final class Ocpp201 implements Protocol {

    private static final Set<String> MAY_CHARGE = Set.of("Accepted", "ConcurrentTx");

    @Override
    public String name() {
        return "ocpp2.0.1";
    }

    @Override
    public boolean hasTransactionEvents() {
        return true;
    }

    @Override
    public List<String> names(String action) {
        return switch (action) {
            case "RequestStartTransaction" -> List.of(action, "RemoteStartTransaction");
            case "RequestStopTransaction" -> List.of(action, "RemoteStopTransaction");
            case "GetVariables", "GetBaseReport" -> List.of(action, "GetConfiguration");
            case "SetVariables" -> List.of(action, "ChangeConfiguration");
            case "GetLog" -> List.of(action, "GetDiagnostics");
            default -> List.of(action);
        };
    }

    @Override
    public Call write(Message message, ChargerState state) {
        return ChargerCalls.of(message);
    }

    @Override
    public Confirmation read(Message message, JsonNode payload) {
        return switch (message) {
            case Message.Booted _ ->
                new Confirmation.Registered(
                        payload.path("status").asString("").equals("Accepted"),
                        Duration.ofSeconds(Math.max(0, payload.path("interval").asInt(0))));
            case Message.Identified _ -> new Confirmation.Identified(isAccepted(payload));
            case Message.ChargingStarted _ ->
                new Confirmation.Started(null, payload.path("idTokenInfo").isMissingNode() || isAccepted(payload));
            default -> new Confirmation.Acknowledged();
        };
    }

    private static boolean isAccepted(JsonNode payload) {
        return MAY_CHARGE.contains(payload.path("idTokenInfo").path("status").asString(""));
    }

    @Override
    public Optional<Request> read(String action, JsonNode payload) throws MalformedRequest {
        return CommandReader.read(action, payload);
    }

    @Override
    public Map<String, ?> write(Request request, Answer answer) {
        return CommandAnswers.of(request, answer);
    }

    @Override
    public String write(Answer.Code code) {
        return code == Answer.Code.FORMATION_VIOLATION ? "FormatViolation" : Spelling.of(code);
    }
}
