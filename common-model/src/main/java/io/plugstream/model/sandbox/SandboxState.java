package io.plugstream.model.sandbox;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * All that a test charger remembers, and what of it is shown.
 *
 * @param registeredAt tells it from an earlier charger of the same id
 * @param memory the simulator's own
 * @param through offset of the last order that it has taken; -1 if it has taken none
 * @param usedAt when somebody last worked with it
 * @param equipment with which it charges at present
 * @param runs the newest scenarios, oldest first
 */
public record SandboxState(
        String organisationId,
        String chargeBoxId,
        Instant registeredAt,
        JsonNode memory,
        long through,
        Instant usedAt,
        Equipment equipment,
        Shown shown,
        List<SandboxRun> runs) {

    public SandboxState {
        runs = List.copyOf(runs);
    }

    /** Taken over from the settings when nothing charges. */
    public record Equipment(SandboxProtocol protocol, int meterIntervalSeconds, int powerW) {}

    /**
     * What is shown of it, as of this record.
     *
     * @param transactionId null when nothing charges, or its number is not known yet
     * @param queued messages that are not answered yet
     */
    public record Shown(
            boolean online, boolean plugged, @Nullable Integer transactionId, long meterWh, int queued) {}
}
