package io.plugstream.model.command;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A command for a charger, its payload checked. It goes to one connection and to no other: a charger that connected anew
 * could otherwise be told twice, once by each of two gateways.
 *
 * @param commandId UUIDv7; also the message id of the CALL
 * @param connectionId the charger's newest connection that the API knew of
 * @param takeBy a gateway that reads this later does not send it: the client may have been told that it was not queued
 * @param expiresAt the end of the command's life; an answer after it counts no more
 * @param station what a station of OCPP 2 needs besides; null for a charger of OCPP 1.6
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

    /** For a charger of OCPP 1.6. */
    public ChargerCommand(
            UUID commandId,
            String organisationId,
            Mode mode,
            String chargeBoxId,
            UUID connectionId,
            CommandAction action,
            ObjectNode payload,
            Instant issuedAt,
            Instant takeBy,
            Instant expiresAt) {
        this(
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
                null);
    }

    /** The same for a station of OCPP 2. */
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

    /** Leaves the payload out, which may hold a password or a tag. */
    @Override
    public String toString() {
        return "ChargerCommand[" + commandId + ", " + chargerId() + ", " + action.wireName() + ']';
    }
}
