package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.protocol.Frame;
import io.plugstream.simulator.protocol.Protocol;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The CALL that waits for its answer; there is one at a time. For one thread at a time. */
final class SentCall {

    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final Fleet fleet;
    private @Nullable Waiting waiting;

    /** What was sent, and as which action. */
    record Waiting(String id, Message message, String action, Future<?> timeout) {}

    SentCall(Fleet fleet) {
        this.fleet = fleet;
    }

    boolean isWaiting() {
        return waiting != null;
    }

    /** Sends it; a wire on which no answer comes is given up. */
    void send(Wire wire, Message message, Protocol.Call call) {
        var id = UUID.randomUUID().toString();
        var timeout = fleet.after(
                ANSWER, () -> wire.abort("no answer to %s within %d s".formatted(call.action(), ANSWER.toSeconds())));
        waiting = new Waiting(id, message, call.action(), timeout);
        wire.send(Frame.call(id, call));
    }

    /** The call that this id answers, which waits no longer; empty if nothing waits for it. */
    Optional<Waiting> answered(String id) {
        var answered = Optional.ofNullable(waiting).filter(call -> call.id().equals(id));
        answered.ifPresent(_ -> forget());
        return answered;
    }

    void forget() {
        if (waiting != null) {
            waiting.timeout().cancel(false);
            waiting = null;
        }
    }
}
