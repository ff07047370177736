package io.plugstream.gateway.presence;

import io.plugstream.gateway.publish.ConnectionEnd;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import io.plugstream.model.event.EventRecord;
import java.time.Instant;

/**
 * A new connection that follows a former one. The former connection's end is never later than the new one's beginning,
 * even if another gateway reported that end and the clocks differ.
 */
final class Succession {

    static final String REPLACED = "replaced";

    private final ChargerId charger;
    private final HeldConnection former;
    private final EventRecord opening;

    Succession(ChargerId charger, HeldConnection former, EventRecord opening) {
        this.charger = charger;
        this.former = former;
        this.opening = opening;
    }

    /** The end of the former connection: as noted if its report was begun, otherwise as replaced by the new one. */
    EventRecord end() {
        return former.step() == Step.CLOSING
                ? ConnectionEnd.of(charger, former)
                : ConnectionEnd.of(charger, former, REPLACED, time());
    }

    /** The beginning of the new connection. */
    EventRecord beginning() {
        return new EventRecord(
                opening.eventId(),
                opening.organisationId(),
                opening.mode(),
                opening.chargeBoxId(),
                time(),
                time(),
                opening.connectionId(),
                opening.sequence(),
                opening.protocol(),
                opening.recordOnly(),
                opening.data());
    }

    private Instant time() {
        return former.at().isAfter(opening.occurredAt()) ? former.at() : opening.occurredAt();
    }
}
