package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.protocol.Frame;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Protocol;
import java.util.function.BooleanSupplier;

/** Answers the calls of the central system. Not thread-safe. */
final class CommandCalls {

    private final Protocol protocol;
    private final Charger charger;
    private final BooleanSupplier keep;

    /** @param keep stores the charger's state; false if that failed */
    CommandCalls(Protocol protocol, Charger charger, BooleanSupplier keep) {
        this.protocol = protocol;
        this.charger = charger;
        this.keep = keep;
    }

    /** Carries out the command, stores the charger's state, and then answers. */
    void answer(ChargerSocket from, Frame.Call call) {
        try {
            var request = protocol.read(call.action(), call.payload());
            if (request.isEmpty()) {
                refuse(from, call, Answer.Code.NOT_IMPLEMENTED, "");
                return;
            }
            var answer = charger.answer(protocol.names(call.action()), request.get());
            if (!keep.getAsBoolean()) {
                refuse(from, call, Answer.Code.INTERNAL_ERROR, "The charger could not store it");
                return;
            }
            switch (answer) {
                case Answer.Silence _ -> {}
                case Answer.Refusal(var code, var description) -> refuse(from, call, code, description);
                default -> from.send(Frame.result(call.id(), protocol.write(request.get(), answer)));
            }
        } catch (MalformedRequest e) {
            refuse(from, call, Answer.Code.FORMATION_VIOLATION, String.valueOf(e.getMessage()));
        }
    }

    private void refuse(ChargerSocket from, Frame.Call call, Answer.Code code, String description) {
        from.send(Frame.failure(call.id(), protocol.write(code), description));
    }
}
