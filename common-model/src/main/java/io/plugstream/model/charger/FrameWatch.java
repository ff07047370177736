package io.plugstream.model.charger;

import io.plugstream.model.organisation.Mode;
import java.time.Instant;

/**
 * Somebody looks at the frames of a charger, and says so again and again for as long as that is so (ADR 84).
 *
 * @param mode of those who look, and so of the charger
 * @param until the time from which on nobody looks any more, if nothing more is said
 */
public record FrameWatch(String organisationId, String chargeBoxId, Mode mode, Instant until) {

    public ChargerId chargerId() {
        return new ChargerId(organisationId, chargeBoxId);
    }
}
