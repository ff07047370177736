package io.plugstream.model.charger;

import io.plugstream.model.organisation.Mode;
import java.time.Instant;

/**
 * A request to publish a charger's frames. The API renews it while a client watches them (ADR 84).
 *
 * @param mode the mode of the client, and so of the charger
 * @param until when the watch ends unless it is renewed
 */
public record FrameWatch(String organisationId, String chargeBoxId, Mode mode, Instant until) {

    public ChargerId chargerId() {
        return new ChargerId(organisationId, chargeBoxId);
    }
}
