package io.plugstream.gateway.trace;

import io.plugstream.gateway.ocpp.Call;
import io.plugstream.gateway.ocpp.CallError;
import io.plugstream.gateway.ocpp.CallResult;
import io.plugstream.gateway.ocpp.FrameReader;
import io.plugstream.gateway.ocpp.FrameWriter;
import io.plugstream.gateway.ocpp.OcppMessage;
import io.plugstream.gateway.ocpp.Reading;
import io.plugstream.model.charger.ChargerFrame.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A frame as it may be shown. What is not an OCPP message is shown by its length alone, as nothing says what is in it.
 *
 * @param messageId null if it is no OCPP message
 * @param action null if it is no CALL
 */
record MaskedFrame(
        Kind kind, @Nullable String messageId, @Nullable String action, String text) {

    /** The text of a charger's frame. */
    static String received(String frame) {
        return ofCharger(frame).text();
    }

    /** The text of one of our frames. */
    static String sent(String frame) {
        return ofGateway(frame).text();
    }

    /** A charger's frame. What it says to explain an error may be anything, and is hidden. */
    static MaskedFrame ofCharger(String frame) {
        return masked(frame, false);
    }

    /** One of our frames. Our explanations name fields, never what is in them. */
    static MaskedFrame ofGateway(String frame) {
        return masked(frame, true);
    }

    private static MaskedFrame masked(String frame, boolean explanations) {
        return FrameReader.read(frame) instanceof Reading.Understood(var message)
                ? masked(message, explanations)
                : new MaskedFrame(
                        Kind.OTHER, null, null, "(not an OCPP message, %d characters)".formatted(frame.length()));
    }

    private static MaskedFrame masked(OcppMessage message, boolean explanations) {
        return switch (message) {
            case Call(var id, var action, var payload) ->
                shown(Kind.CALL, id, action, new Call(id, action, Secrets.hiddenIn(payload)));
            case CallResult(var id, var payload) ->
                shown(Kind.CALL_RESULT, id, null, new CallResult(id, Secrets.hiddenIn(payload)));
            case CallError(var id, var code, var description) ->
                shown(
                        Kind.CALL_ERROR,
                        id,
                        null,
                        new CallError(id, code, explanations ? description : Secrets.lengthOf(description)));
        };
    }

    private static MaskedFrame shown(Kind kind, String id, @Nullable String action, OcppMessage message) {
        return new MaskedFrame(kind, id, action, FrameWriter.write(message));
    }
}
