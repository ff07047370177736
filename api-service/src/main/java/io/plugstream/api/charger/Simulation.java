package io.plugstream.api.charger;

import io.plugstream.model.charger.ChargerId;
import java.time.Instant;
import java.util.Map;
import reactor.core.publisher.Mono;

/** Is notified of changes to test chargers, within the transaction that makes them. */
public interface Simulation {

    /**
     * Chargers were registered.
     *
     * @param passwords by chargeBoxId
     */
    Mono<Void> registered(String organisationId, Map<String, String> passwords, Instant at);

    Mono<Void> passwordChanged(ChargerId id, String password);

    Mono<Void> deleted(ChargerId id);
}
