package io.plugstream.gateway.trace;

import io.plugstream.model.charger.ChargerId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Logs the frames of traced chargers, without secrets, until the trace expires. */
@Component
public final class FrameTrace {

    /** Maximum number of traced chargers, because a trace of all would fill the log. */
    static final int MOST = 20;

    private static final Logger log = LoggerFactory.getLogger(FrameTrace.class);

    private final Map<ChargerId, Instant> until = new ConcurrentHashMap<>();
    private final Clock clock;

    FrameTrace(Clock clock) {
        this.clock = clock;
    }

    /** Handles a frame from the charger. */
    public void received(ChargerId charger, String frame) {
        show(charger, "received", frame, MaskedFrame::received);
    }

    /** Handles a frame to the charger. */
    public void sent(ChargerId charger, String frame) {
        show(charger, "sent", frame, MaskedFrame::sent);
    }

    /** Starts a trace and returns its end. Returns empty if too many other chargers are traced. */
    synchronized Optional<Instant> start(ChargerId charger, Duration duration) {
        forgetExpired();
        if (until.size() >= MOST && !until.containsKey(charger)) {
            return Optional.empty();
        }
        Instant end = clock.instant().plus(duration);
        until.put(charger, end);
        log.atInfo().addKeyValue("charger", charger).addKeyValue("until", end).log("Trace on");
        return Optional.of(end);
    }

    /** Stops a trace. Returns false if the charger was not traced. */
    boolean stop(ChargerId charger) {
        forgetExpired();
        boolean traced = until.remove(charger) != null;
        if (traced) {
            log.atInfo().addKeyValue("charger", charger).log("Trace off");
        }
        return traced;
    }

    /** The traced chargers and the ends of their traces. */
    Map<String, Instant> traced() {
        forgetExpired();
        Map<String, Instant> traced = new TreeMap<>();
        until.forEach((charger, end) -> traced.put(charger.toString(), end));
        return traced;
    }

    private void show(ChargerId charger, String direction, String frame, UnaryOperator<String> masked) {
        if (until.isEmpty() || !isTraced(charger)) {
            return;
        }
        log.atInfo()
                .addKeyValue("charger", charger)
                .addKeyValue("direction", direction)
                .addKeyValue("frame", masked.apply(frame))
                .log("Frame");
    }

    private boolean isTraced(ChargerId charger) {
        Instant end = until.get(charger);
        if (end == null) {
            return false;
        }
        if (clock.instant().isBefore(end)) {
            return true;
        }
        if (until.remove(charger, end)) {
            log.atInfo().addKeyValue("charger", charger).log("Trace off: expired");
        }
        return false;
    }

    private void forgetExpired() {
        Instant now = clock.instant();
        until.values().removeIf(end -> !now.isBefore(end));
    }
}
