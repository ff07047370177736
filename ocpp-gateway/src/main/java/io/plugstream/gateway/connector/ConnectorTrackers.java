package io.plugstream.gateway.connector;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.CurrentTables;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Opens the connector tracker of a new connection and gives it access to Kafka. */
@Component
public class ConnectorTrackers {

    private static final Logger logger = LoggerFactory.getLogger(ConnectorTrackers.class);

    private final TopicTable<ChargerId, ConnectorStates> table;
    private final TopicTable<ChargerId, ChargerRegistration> registrations;
    private final CurrentTables current;
    private final DurableLog log;
    private final Counter unstored;

    ConnectorTrackers(
            TopicTable<ChargerId, ConnectorStates> table,
            TopicTable<ChargerId, ChargerRegistration> registrations,
            CurrentTables current,
            DurableLog log,
            MeterRegistry meters) {
        this.table = table;
        this.registrations = registrations;
        this.current = current;
        this.log = log;
        this.unstored = Counter.builder("plugstream.gateway.connector.states.unremembered")
                .description("Connector states that were published but not stored in their table")
                .register(meters);
    }

    /** The tracker of the charger that {@code stream} belongs to. */
    public ConnectorTracker open(ChargerStream stream) {
        return new ConnectorTracker(this, stream, registeredAt(stream.charger()));
    }

    /** The stored connector states, if they belong to the registration made at {@code registeredAt}. */
    ConnectorStates load(ChargerId charger, @Nullable Instant registeredAt) throws NotAcknowledgedException {
        return current.get(Topics.CONNECTOR_STATES, table, charger)
                .filter(states -> Objects.equals(registeredAt, states.registeredAt()))
                .orElseGet(() -> new ConnectorStates(Map.of(), registeredAt));
    }

    private @Nullable Instant registeredAt(ChargerId charger) {
        ChargerRegistration registration = registrations.get(charger);
        return registration == null ? null : registration.registeredAt();
    }

    /**
     * Stores {@code states} without the one that is about to change. Does not wait, and may fail: then the former state
     * stays stored until the next {@link #store}.
     */
    void forget(ChargerId charger, ConnectorStates states) {
        var _ = log.send(Topics.CONNECTOR_STATES, charger, states);
    }

    /**
     * Returns whether the states were stored. A failure causes at most one repeated event after the next connection.
     */
    boolean store(ChargerId charger, ConnectorStates states) {
        try {
            log.append(Topics.CONNECTOR_STATES, charger, states);
            return true;
        } catch (NotAcknowledgedException e) {
            unstored.increment();
            logger.atWarn()
                    .addKeyValue("charger", charger)
                    .log("Connector states could not be stored: {}", e.getMessage());
            return false;
        }
    }
}
