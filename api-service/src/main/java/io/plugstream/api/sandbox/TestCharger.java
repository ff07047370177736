package io.plugstream.api.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxProtocol;
import io.plugstream.model.sandbox.SandboxState;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A test charger as the API shows it.
 *
 * @param transactionId null when nothing charges
 * @param meterWh when the charger last wrote down what it remembers
 * @param queued messages that the gateway has not answered
 * @param scenario the last one; null if there was none
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({
    "chargeBoxId",
    "simulated",
    "protocol",
    "connected",
    "plugged",
    "transactionId",
    "meterWh",
    "clockSpeed",
    "meterIntervalSeconds",
    "powerW",
    "answers",
    "queued",
    "scenario"
})
record TestCharger(
        String chargeBoxId,
        boolean simulated,
        SandboxProtocol protocol,
        boolean connected,
        boolean plugged,
        @Nullable Integer transactionId,
        long meterWh,
        int clockSpeed,
        int meterIntervalSeconds,
        int powerW,
        Map<String, String> answers,
        int queued,
        @Nullable Scenario scenario) {

    TestCharger {
        answers = Map.copyOf(answers);
    }

    /** The scenario that was asked for last. */
    @JsonPropertyOrder({"id", "scenario", "status"})
    record Scenario(UUID id, String scenario, String status) {}

    /** @param state what the sandbox says; null if it has said nothing yet */
    static TestCharger of(TestChargerRow row, @Nullable SandboxState state, @Nullable Run last) {
        SandboxCharger charger = row.charger();
        SandboxState.Shown shown = state == null ? new SandboxState.Shown(false, false, null, 0, 0) : state.shown();
        return new TestCharger(
                charger.chargeBoxId(),
                charger.simulated(),
                charger.protocol(),
                row.connected(),
                shown.plugged(),
                shown.transactionId() == null ? row.stationTransaction() : shown.transactionId(),
                shown.meterWh(),
                charger.clockSpeed(),
                charger.meterIntervalSeconds(),
                charger.powerW(),
                charger.answers(),
                shown.queued(),
                last == null ? null : new Scenario(last.id(), last.scenario(), last.status()));
    }
}
