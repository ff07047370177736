package io.plugstream.gateway.publish;

import io.micrometer.core.instrument.Counter;
import io.plugstream.model.charger.ChargerId;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Detects an implausible clock of a charger: counts each time, and logs once per connection. */
final class ClockCheck {

    private static final Logger log = LoggerFactory.getLogger(ClockCheck.class);

    private final ChargerId charger;
    private final Counter oddTimes;
    private boolean logged;

    ClockCheck(ChargerId charger, Counter oddTimes) {
        this.charger = charger;
        this.oddTimes = oddTimes;
    }

    void check(boolean odd, Instant occurredAt, Instant receivedAt) {
        if (!odd) {
            return;
        }
        oddTimes.increment();
        if (!logged) {
            logged = true;
            log.atWarn()
                    .addKeyValue("charger", charger)
                    .addKeyValue("ahead", Duration.between(receivedAt, occurredAt))
                    .log("The charger's clock is implausible");
        }
    }
}
