package io.plugstream.api.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxProtocol;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.sandbox.SandboxView;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A test charger in the API.
 *
 * @param transactionId null if no transaction is running
 * @param meterWh the meter reading when the charger's state was last stored
 * @param answers answers by OCPP action, in the order of their names
 * @param queued messages that the gateway has not answered
 * @param scenario the last scenario; null if there was none
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
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
        answers = Collections.unmodifiableMap(new TreeMap<>(answers));
    }

    /** The last requested scenario. */
    record Scenario(UUID id, String scenario, SandboxRun.Status status) {}

    /** @param state the sandbox's state of the charger; null if there is none yet */
    static TestCharger of(TestChargerRow row, @Nullable SandboxView state, @Nullable Run last) {
        SandboxCharger charger = row.charger();
        SandboxState.Shown shown =
                state == null ? new SandboxState.Shown(false, false, null, null, 0, 0) : state.shown();
        return new TestCharger(
                charger.chargeBoxId(),
                charger.simulated(),
                charger.protocol(),
                row.connected(),
                shown.plugged(),
                shown.transactionId() == null ? row.transactionOf(shown.session()) : shown.transactionId(),
                shown.meterWh(),
                charger.clockSpeed(),
                charger.meterIntervalSeconds(),
                charger.powerW(),
                charger.answers(),
                shown.queued(),
                last == null ? null : new Scenario(last.id(), last.scenario(), last.status()));
    }
}
