package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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

    /** Empty if the record is unreadable, or its event belongs into another topic. */
    static Optional<EventRecord> read(ConsumerRecord<byte[], byte[]> record) {
        // All event topics have the same values.
        return Topics.TRANSACTION_EVENTS.read(record.value()).filter(event -> Topics.isOf(record.topic(), event));
    }

    @Override
    public Mono<Void> apply(List<EventRecord> events) {
        return seen.see(events)
                .then(chargers.apply(events))
                .then(connectors.apply(events))
                .then(transactions.apply(events));
    }
}
