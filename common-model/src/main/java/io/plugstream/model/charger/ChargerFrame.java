package io.plugstream.model.charger;

import io.plugstream.model.json.WireName;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A frame between a charger and its gateway, with its secrets masked (ADR 84).
 *
 * @param mode the charger's mode
 * @param at when the gateway received or sent it
 * @param kind the OCPP-J message type
 * @param messageId cut to {@value #LONGEST_NAME} characters; null if the frame is not an OCPP message
 * @param action of a CALL, cut to {@value #LONGEST_NAME} characters; null for other kinds
 * @param text the frame, or its beginning
 * @param length of the whole masked frame, in characters
 * @param withheld how many of this charger's frames the rate limit left out since the previous one
 */
public record ChargerFrame(
        String organisationId,
        String chargeBoxId,
        Mode mode,
        Instant at,
        Direction direction,
        Kind kind,
        @Nullable String messageId,
        @Nullable String action,
        String text,
        int length,
        int withheld) {

    /** Maximum length of a message id and of an action, in characters. */
    public static final int LONGEST_NAME = 64;

    /** The charger that sent or received the frame. */
    public ChargerId chargerId() {
        return new ChargerId(organisationId, chargeBoxId);
    }

    /** Omits the frame's text, which may hold personal data. */
    @Override
    public String toString() {
        return "ChargerFrame[" + organisationId + '/' + chargeBoxId + ", " + direction + ", " + kind + ']';
    }

    /** The direction of a frame. */
    public enum Direction implements WireName {
        FROM_CHARGER,
        TO_CHARGER
    }

    /** The kind of a frame. */
    public enum Kind implements WireName {
        CALL,
        CALL_RESULT,
        CALL_ERROR,
        /** Not an OCPP message; only its length is recorded. */
        OTHER
    }
}
