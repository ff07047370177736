package io.plugstream.sandbox.charger;

import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.simulator.charger.Charger;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What users do to a test charger. */
final class Actions {

    private static final int CONNECTOR = 1;
    private static final String FAULT = "GroundFailure";
    private static final String TAG = "TEST-TAG";
    private static final Duration FAST = Duration.ofSeconds(30);

    private final Clock clock;

    Actions(Clock clock) {
        this.clock = clock;
    }

    /** Returns false if the action changes nothing. */
    boolean perform(Charger charger, SandboxAction action, @Nullable String idTag) {
        return switch (action) {
            case PLUG_IN -> charger.plugIn(CONNECTOR);
            case SWIPE -> charger.swipe(CONNECTOR, Objects.requireNonNullElse(idTag, TAG));
            case UNPLUG -> charger.unplug(CONNECTOR);
            case FAULT -> charger.fault(CONNECTOR, FAULT);
            case CLEAR_FAULT -> charger.clearFault(CONNECTOR);
            case GO_OFFLINE -> online(charger, false);
            case GO_ONLINE -> online(charger, true);
            case REBOOT -> {
                charger.reboot();
                yield true;
            }
        };
    }

    private static boolean online(Charger charger, boolean wanted) {
        var changes = charger.state().online() != wanted;
        charger.online(wanted);
        return changes;
    }

    /** Speeds the clock up for half a minute: it starts in the past and is right again at the end. */
    void speedUpClock(Charger charger, int speed) {
        var now = clock.instant();
        var until = charger.state().time().fastUntil();
        if (speed > 1 && !charger.state().isCharging() && (until == null || until.isBefore(now))) {
            charger.speedUpClock(speed, now.plus(FAST));
        }
    }
}
