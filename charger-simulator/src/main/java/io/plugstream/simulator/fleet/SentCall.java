package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.protocol.Frame;
import io.plugstream.simulator.protocol.Protocol;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The CALL that waits for its answer; only one at a time. Not thread-safe. */
final class SentCall {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private final Fleet fleet;
    private @Nullable Waiting waiting;

    /** The message that was sent, and its action. */
    record Waiting(String id, Message message, String action, Future<?> timeout) {}

    SentCall(Fleet fleet) {
        this.fleet = fleet;
    }

    boolean isWaiting() {
        return waiting != null;
    }

    /** Sends the CALL; the connection is aborted if its answer times out. */
    void send(ChargerSocket socket, Message message, Protocol.Call call) {
        var id = UUID.randomUUID().toString();
        var timeout = fleet.after(
                ANSWER_TIMEOUT,
                () -> socket.abort("no answer to %s within %d s".formatted(call.action(), ANSWER_TIMEOUT.toSeconds())));
        waiting = new Waiting(id, message, call.action(), timeout);
        socket.send(Frame.call(id, call));
    }

    /** Removes and returns the waiting call with this id; empty if there is none. */
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
