package io.plugstream.plug.listen;

import java.nio.file.Path;
import java.time.Duration;

/** Is told what happens while events are forwarded. */
public interface Listener {

    /** Everything is ready; from now on events are forwarded. */
    void begins(String target, String secret, Path file);

    /** The stream is open, for the first time or again. */
    void connected(boolean again);

    /** The stream is gone; it is opened again after {@code pause}. */
    void disconnected(String reason, Duration pause);

    /** An event whose POST had begun when an earlier run was killed is POSTed once more. */
    void repeats(String eventId);

    /** Some events that were missed are no longer kept. */
    void gap(String detail);

    /** An event was POSTed. */
    void forwarded(String eventId, String event, String timestamp, String chargeBoxId, boolean well, String outcome);
}
