package io.plugstream.model.sandbox;

import java.time.Instant;
import java.util.Map;

/**
 * A test charger as its organisation set it up.
 *
 * @param password encrypted for {@link #owner}
 * @param simulated false if the organisation runs its own simulator
 * @param protocol its OCPP version while it is simulated
 * @param clockSpeed 1 to 60
 * @param answers {@code reject}, {@code silence} or {@code error} by OCPP action; other actions are answered as usual
 */
public record SandboxCharger(
        String organisationId,
        String chargeBoxId,
        String password,
        boolean simulated,
        SandboxProtocol protocol,
        int clockSpeed,
        int meterIntervalSeconds,
        int powerW,
        Map<String, String> answers,
        Instant registeredAt) {

    public SandboxCharger {
        answers = Map.copyOf(answers);
    }

    /** The owner of the encrypted password within the organisation. */
    public static String owner(String chargeBoxId) {
        return "sandbox:" + chargeBoxId;
    }

    @Override
    public String toString() {
        return "SandboxCharger[" + organisationId + '/' + chargeBoxId + ']';
    }
}
