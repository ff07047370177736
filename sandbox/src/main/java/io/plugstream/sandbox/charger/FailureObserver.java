package io.plugstream.sandbox.charger;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.simulator.fleet.ChargerObserver;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts failures, and logs those that an organisation may cause itself only at debug level. */
record FailureObserver(ChargerId id, ChargerMetrics metrics) implements ChargerObserver {

    private static final Logger log = LoggerFactory.getLogger(FailureObserver.class);

    @Override
    public void disconnected(String reason, Duration pause) {
        metrics.connectionFailed();
        log.debug("{} has no connection ({}); it reconnects in {}", id, reason, pause);
    }

    @Override
    public void refused(String action, String code, String description) {
        metrics.refused();
        log.debug("The gateway answered {} of {} with {}", action, id, code);
    }

    @Override
    public void notSaved(Exception failure) {
        metrics.notSaved();
        log.warn("The state of {} could not be written: {}", id, failure.getMessage());
    }
}
