package io.plugstream.gateway.trace;

import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;

/**
 * A frame as it was received or sent.
 *
 * @param withheld the number of frames that were left out before it
 */
record RawFrame(ChargerId charger, Mode mode, Instant at, Direction direction, String text, int withheld) {

    /** The frame without secrets, truncated to {@code characters}. */
    ChargerFrame shown(int characters) {
        MaskedFrame masked =
                direction == Direction.FROM_CHARGER ? MaskedFrame.ofCharger(text) : MaskedFrame.ofGateway(text);
        return new ChargerFrame(
                charger.organisationId(),
                charger.chargeBoxId(),
                mode,
                at,
                direction,
                masked.kind(),
                masked.messageId() == null ? null : beginning(masked.messageId(), ChargerFrame.LONGEST_NAME),
                masked.action() == null ? null : beginning(masked.action(), ChargerFrame.LONGEST_NAME),
                beginning(masked.text(), characters),
                masked.text().length(),
                withheld);
    }

    /** Omits the text, which is not masked. */
    @Override
    public String toString() {
        return "RawFrame[" + charger + ", " + direction + ']';
    }

    private static String beginning(String text, int characters) {
        if (text.length() <= characters) {
            return text;
        }
        // Does not split a surrogate pair.
        return text.substring(0, Character.isHighSurrogate(text.charAt(characters - 1)) ? characters - 1 : characters);
    }
}
