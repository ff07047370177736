package io.plugstream.model.sandbox;

import java.time.Instant;
import java.util.Map;

/**
 * A test charger as its organisation set it up.
 *
 * @param password sealed for {@link #owner}
 * @param simulated false leaves it to a simulator of the organisation's own
 * @param protocol what it speaks while it is simulated
 * @param clockSpeed 1 to 60
 * @param answers {@code reject}, {@code silence} or {@code error} by action of OCPP; others are answered as usual
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

    /** Whose password it is, beside the organisation. */
    public static String owner(String chargeBoxId) {
        return "sandbox:" + chargeBoxId;
    }

    @Override
    public String toString() {
        return "SandboxCharger[" + organisationId + '/' + chargeBoxId + ']';
    }
}
