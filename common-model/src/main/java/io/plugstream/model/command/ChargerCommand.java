package io.plugstream.model.command;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A command for a charger, with a validated payload. It is bound to one connection: otherwise two gateways could both
 * send it to a charger that reconnected.
 *
 * @param commandId UUIDv7; also the message id of the CALL
 * @param connectionId the charger's newest connection known to the API
 * @param takeBy a gateway that reads the command later does not send it, because the API may have reported it as not
 *     queued
 * @param expiresAt when the command times out; later answers are ignored
 * @param station what an OCPP 2 station needs in addition; null for an OCPP 1.6 charger
 */
public record ChargerCommand(
        UUID commandId,
        String organisationId,
        Mode mode,
        String chargeBoxId,
        UUID connectionId,
        CommandAction action,
        ObjectNode payload,
        Instant issuedAt,
        Instant takeBy,
        Instant expiresAt,
        @Nullable StationOrder station) {

    /** The same command for an OCPP 2 station. */
    public ChargerCommand forStation(StationOrder order) {
        return new ChargerCommand(
                commandId,
                organisationId,
                mode,
                chargeBoxId,
                connectionId,
                action,
                payload,
                issuedAt,
                takeBy,
                expiresAt,
                order);
    }

    /** The key of this record in its topic. */
    public ChargerId chargerId() {
        return new ChargerId(organisationId, chargeBoxId);
    }

    /** Omits the payload, which may hold a password or an idTag. */
    @Override
    public String toString() {
        return "ChargerCommand[" + commandId + ", " + chargerId() + ", " + action.wireName() + ']';
    }
}
