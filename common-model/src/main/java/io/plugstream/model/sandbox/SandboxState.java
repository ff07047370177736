package io.plugstream.model.sandbox;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A test charger's whole memory, and the part that the API shows ({@link SandboxView}).
 *
 * @param registeredAt distinguishes it from an earlier charger of the same id
 * @param memory the simulator's own state as JSON text, because sandboxes keep it for all test chargers
 * @param through offset of the last order that it has processed; -1 if none
 * @param usedAt when it was last used, or will do the next step of an accepted update
 * @param equipment its current equipment
 * @param runs the newest scenarios, oldest first
 */
public record SandboxState(
        String organisationId,
        String chargeBoxId,
        Instant registeredAt,

        @JsonRawValue @JsonDeserialize(using = RawJson.class)
        String memory,

        long through,
        Instant usedAt,
        Equipment equipment,
        Shown shown,
        List<SandboxRun> runs) {

    public SandboxState {
        runs = List.copyOf(runs);
    }

    /** The same state of a charger that has processed no order. */
    public SandboxState withoutOrders() {
        return new SandboxState(organisationId, chargeBoxId, registeredAt, memory, -1, usedAt, equipment, shown, runs);
    }

    /** The settings that the charger adopts only while nothing charges. */
    public record Equipment(SandboxProtocol protocol, int meterIntervalSeconds, int powerW) {}

    /**
     * The state that the API shows.
     *
     * @param session the charger's own id of the running transaction; null if nothing charges
     * @param transactionId null if nothing charges or the id is not known yet; a charger of OCPP 2.0.1 never knows it
     * @param queued number of messages that are not answered yet
     */
    public record Shown(
            boolean online,
            boolean plugged,
            @Nullable UUID session,
            @Nullable Integer transactionId,
            long meterWh,
            int queued) {}
}
