package io.plugstream.gateway.trace;

import io.plugstream.gateway.ocpp.Call;
import io.plugstream.gateway.ocpp.CallError;
import io.plugstream.gateway.ocpp.CallResult;
import io.plugstream.gateway.ocpp.FrameReader;
import io.plugstream.gateway.ocpp.FrameWriter;
import io.plugstream.gateway.ocpp.OcppMessage;
import io.plugstream.gateway.ocpp.Reading;

/** A frame as it may be shown. What is not an OCPP message is shown by its length alone, as nothing says what is in it. */
final class MaskedFrame {

    private MaskedFrame() {}

    /** A charger's frame. What it says to explain an error may be anything, and is hidden. */
    static String received(String frame) {
        return masked(frame, false);
    }

    /** One of our frames. Our explanations name fields, never what is in them. */
    static String sent(String frame) {
        return masked(frame, true);
    }

    private static String masked(String frame, boolean explanations) {
        return FrameReader.read(frame) instanceof Reading.Understood(var message)
                ? FrameWriter.write(masked(message, explanations))
                : "(not an OCPP message, %d characters)".formatted(frame.length());
    }

    private static OcppMessage masked(OcppMessage message, boolean explanations) {
        return switch (message) {
            case Call(var id, var action, var payload) -> new Call(id, action, Secrets.hiddenIn(payload));
            case CallResult(var id, var payload) -> new CallResult(id, Secrets.hiddenIn(payload));
            case CallError(var id, var code, var description) ->
                new CallError(id, code, explanations ? description : Secrets.lengthOf(description));
        };
    }
}
