package io.plugstream.plug.listen;

import java.nio.file.Path;
import java.time.Duration;

/** Receives notifications while events are forwarded. */
public interface Listener {

    /** The first stream is open, and forwarding begins. */
    void begins(String target, String secret, Path file);

    /** The stream is open, for the first time or again. */
    void connected(boolean again);

    /** The stream ended; it is opened again after {@code pause}. */
    void disconnected(String reason, Duration pause);

    /** An event is POSTed again, because an earlier run was killed during its POST. */
    void repeats(String eventId);

    /** Some events that were missed are no longer kept. */
    void gap(String detail);

    /** An event was POSTed. */
    void forwarded(String eventId, String event, String timestamp, String chargeBoxId, boolean well, String outcome);
}
