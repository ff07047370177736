package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import java.util.List;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Writes the events of all event topics. The topics need no order among each other. */
@Component
final class EventProjection implements BatchProjection<EventRecord> {

    private final SeenChargers seen;
    private final ChargerProjection chargers;
    private final ConnectorProjection connectors;
    private final TransactionProjection transactions;

    EventProjection(
            SeenChargers seen,
            ChargerProjection chargers,
            ConnectorProjection connectors,
            TransactionProjection transactions) {
        this.seen = seen;
        this.chargers = chargers;
        this.connectors = connectors;
        this.transactions = transactions;
    }

    @Override
    public Mono<Void> apply(List<EventRecord> events) {
        return seen.see(events)
                .then(chargers.apply(events))
                .then(connectors.apply(events))
                .then(transactions.apply(events));
    }
}
