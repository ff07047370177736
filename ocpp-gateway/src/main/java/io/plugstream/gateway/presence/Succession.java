package io.plugstream.gateway.presence;

import io.plugstream.gateway.publish.Farewell;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import io.plugstream.model.event.EventRecord;
import java.time.Instant;

/**
 * A new connection after a former one. Nothing of the former is later than the beginning of the new one: neither what the
 * new one says of its end, nor, where another has reported that and the clocks or the sockets crossed, what is in the log.
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

    /** The end of the former connection: as whoever began to report it noted, or because the new one replaces it. */
    EventRecord end() {
        return former.step() == Step.CLOSING
                ? Farewell.of(charger, former)
                : Farewell.of(charger, former, REPLACED, time());
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
