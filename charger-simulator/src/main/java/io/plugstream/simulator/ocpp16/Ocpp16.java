package io.plugstream.simulator.ocpp16;

import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.Confirmation;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.charger.Request;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Protocol;
import io.plugstream.simulator.protocol.Spelling;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** OCPP 1.6 on a charger's side. */
public final class Ocpp16 implements Protocol {

    private static final Set<String> MAY_CHARGE = Set.of("Accepted", "ConcurrentTx");

    @Override
    public String name() {
        return "ocpp1.6";
    }

    @Override
    public boolean hasTransactionEvents() {
        return false;
    }

    @Override
    public Call write(Message message, ChargerState state) {
        return ChargerCalls.of(message, state);
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
                new Confirmation.Started(payload.path("transactionId").asInt(0), isAccepted(payload));
            default -> new Confirmation.Acknowledged();
        };
    }

    /** ConcurrentTx does not stop charging: when a start is sent late, its tag may charge elsewhere by then. */
    private static boolean isAccepted(JsonNode payload) {
        return MAY_CHARGE.contains(payload.path("idTagInfo").path("status").asString(""));
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
        return Spelling.of(code);
    }
}
