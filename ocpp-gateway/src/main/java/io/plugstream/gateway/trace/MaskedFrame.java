package io.plugstream.gateway.trace;

import io.plugstream.gateway.ocpp.Call;
import io.plugstream.gateway.ocpp.CallError;
import io.plugstream.gateway.ocpp.CallResult;
import io.plugstream.gateway.ocpp.FrameReader;
import io.plugstream.gateway.ocpp.FrameWriter;
import io.plugstream.gateway.ocpp.OcppMessage;
import io.plugstream.gateway.ocpp.ParsedFrame;
import io.plugstream.model.charger.ChargerFrame.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A frame without secrets. A frame that is not an OCPP message is shown by its length only, as its content is unknown.
 *
 * @param messageId null if it is not an OCPP message
 * @param action null if it is not a CALL
 */
record MaskedFrame(
        Kind kind, @Nullable String messageId, @Nullable String action, String text) {

    /** The masked text of a frame from the charger. */
    static String received(String frame) {
        return ofCharger(frame).text();
    }

    /** The masked text of a frame from the gateway. */
    static String sent(String frame) {
        return ofGateway(frame).text();
    }

    /** Masks a frame from the charger. Its error descriptions are hidden, because they may contain anything. */
    static MaskedFrame ofCharger(String frame) {
        return masked(frame, false);
    }

    /** Masks a frame from the gateway. Its error descriptions name fields but never contain their values. */
    static MaskedFrame ofGateway(String frame) {
        return masked(frame, true);
    }

    private static MaskedFrame masked(String frame, boolean explanations) {
        return FrameReader.read(frame) instanceof ParsedFrame.Understood(var message)
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
