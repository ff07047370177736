package io.plugstream.api.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerFrame.Kind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A frame in a stream.
 *
 * @param text the masked frame, or its beginning
 * @param cut whether {@code text} is only the beginning
 * @param length length of the whole masked frame, in characters
 * @param withheld how many frames were left out before this one
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record StreamedFrame(
        Instant at,
        Direction direction,
        Kind kind,
        @Nullable String messageId,
        @Nullable String action,
        String text,
        boolean cut,
        int length,
        int withheld) {

    /** @param leftOut how many frames this replica left out, in addition to the gateway's */
    static StreamedFrame of(ChargerFrame frame, int leftOut) {
        return new StreamedFrame(
                frame.at(),
                frame.direction(),
                frame.kind(),
                frame.messageId(),
                frame.action(),
                frame.text(),
                frame.text().length() < frame.length(),
                frame.length(),
                frame.withheld() + leftOut);
    }
}
