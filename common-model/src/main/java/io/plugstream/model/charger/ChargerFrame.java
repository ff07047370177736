package io.plugstream.model.charger;

import com.fasterxml.jackson.annotation.JsonValue;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A frame between a charger and its gateway, without what is secret in it (ADR 84).
 *
 * @param mode of the charger
 * @param at when the gateway had it
 * @param kind what it is in the words of OCPP-J
 * @param messageId cut to {@value #LONGEST_NAME} characters; null if the frame is no OCPP message
 * @param action of a CALL, cut to {@value #LONGEST_NAME} characters; null for all else
 * @param text the frame, or its beginning
 * @param length of the whole masked frame, in characters
 * @param withheld how many frames of this charger were left out since the one before, because there were too many
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

    /** The most characters of a message id and of an action. */
    public static final int LONGEST_NAME = 64;

    /** Whose frame it is. */
    public ChargerId chargerId() {
        return new ChargerId(organisationId, chargeBoxId);
    }

    /** Leaves the frame out, which is personal. */
    @Override
    public String toString() {
        return "ChargerFrame[" + organisationId + '/' + chargeBoxId + ", " + direction + ", " + kind + ']';
    }

    /** Who sent a frame. */
    public enum Direction {
        FROM_CHARGER,
        TO_CHARGER;

        /** The name in topics and the API, such as {@code from_charger}. */
        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What a frame is. */
    public enum Kind {
        CALL,
        CALL_RESULT,
        CALL_ERROR,
        /** No OCPP message, so that only its length is told. */
        OTHER;

        /** The name in topics and the API, such as {@code call_result}. */
        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
