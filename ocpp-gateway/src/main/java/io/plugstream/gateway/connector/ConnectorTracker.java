package io.plugstream.gateway.connector;

import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.charger.ConnectorStates.State;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.StationFacts.Plug;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The connector states of one charger, for one connection. Not thread-safe. */
public final class ConnectorTracker {

    private final ConnectorTrackers trackers;
    private final ChargerStream stream;

    /** When this connection's charger was registered. */
    private final @Nullable Instant registeredAt;

    private @Nullable Map<Integer, State> known;

    /** What an OCPP 2 station reported for each connector, by EVSE. Loaded together with the states. */
    private final Map<Integer, Map<Integer, String>> plugs = new HashMap<>();

    /** Transactions by EVSE. Loaded together with the states. */
    private final Map<Integer, Integer> transactions = new HashMap<>();

    private boolean stored = true;

    ConnectorTracker(ConnectorTrackers trackers, ChargerStream stream, @Nullable Instant registeredAt) {
        this.trackers = trackers;
        this.stream = stream;
        this.registeredAt = registeredAt;
    }

    /** Publishes a changed state. An unchanged state is only recorded. */
    public void status(ConnectorStatus notification) throws NotAcknowledgedException {
        status(notification, List.of());
    }

    /**
     * The same for an EVSE.
     *
     * @param present the EVSE's connectors, published together with the event
     */
    public void status(ConnectorStatus notification, List<Plug> present) throws NotAcknowledgedException {
        Map<Integer, State> states = known();
        State state = new State(notification.status(), notification.errorCode(), notification.vendorErrorCode());
        boolean changed = !state.equals(states.get(notification.connectorId()));
        if (changed && states.remove(notification.connectorId()) != null) {
            // The event may be appended although this connection never knows. Then the way back to the state before
            // must be an event, too.
            stored = false;
            trackers.forget(stream.charger(), toStore(states));
        }
        publish(notification, changed, present);
        if (changed && states.size() < ConnectorStates.MOST) {
            states.put(notification.connectorId(), state);
            stored = false;
        }
        store();
    }

    /** Stores what was noted since the last {@link #status}. */
    public void store() throws NotAcknowledgedException {
        if (!stored) {
            stored = trackers.store(stream.charger(), toStore(known()));
        }
    }

    private ConnectorStates toStore(Map<Integer, State> states) {
        return new ConnectorStates(states, registeredAt, plugs, transactions, stream.connectionId());
    }

    /** The last published state of a connector; null if there is none. */
    public @Nullable State present(int connectorId) throws NotAcknowledgedException {
        return known().get(connectorId);
    }

    /** What the station reported for each connector of an EVSE, as it sent it. */
    public Map<Integer, String> plugsOf(int evseId) throws NotAcknowledgedException {
        known();
        return Map.copyOf(plugs.getOrDefault(evseId, Map.of()));
    }

    /** Notes what a station reported for one connector of an EVSE. The next {@link #status} stores it. */
    public void plug(int evseId, int connectorId, String word) throws NotAcknowledgedException {
        known();
        Map<Integer, String> words = plugs.getOrDefault(evseId, Map.of());
        boolean isKnown = words.containsKey(connectorId);
        if (!word.equals(words.get(connectorId)) && (isKnown || count() < ConnectorStates.MOST)) {
            plugs.computeIfAbsent(evseId, _ -> new HashMap<>()).put(connectorId, word);
            stored = false;
        }
    }

    /** The transaction that sent an event since the EVSE was last free; null if there is none. */
    public @Nullable Integer transactionAt(int evseId) throws NotAcknowledgedException {
        known();
        return transactions.get(evseId);
    }

    /** Notes an EVSE's transaction. The next {@link #status} or {@link #store} stores it. */
    public void transaction(int evseId, @Nullable Integer transactionId) throws NotAcknowledgedException {
        known();
        boolean hasRoom = transactions.containsKey(evseId) || transactions.size() < ConnectorStates.MOST;
        if (Objects.equals(transactionId, transactions.get(evseId)) || !hasRoom) {
            return;
        }
        if (transactionId == null) {
            transactions.remove(evseId);
        } else {
            transactions.put(evseId, transactionId);
        }
        stored = false;
    }

    private int count() {
        return plugs.values().stream().mapToInt(Map::size).sum();
    }

    private void publish(ConnectorStatus notification, boolean changed, List<Plug> present)
            throws NotAcknowledgedException {
        ConnectorStatusChanged event = new ConnectorStatusChanged(
                stream.charger().chargeBoxId(),
                notification.connectorId(),
                notification.status(),
                notification.errorCode(),
                notification.info(),
                notification.vendorErrorCode());
        Instant now = stream.now();
        Instant reported = notification.timestamp();
        Instant occurredAt = reported == null ? now : reported;
        EventRecord record = stream.record(stream.newEventId(), event, occurredAt, now, !changed);
        stream.publish(List.of(present.isEmpty() ? record : record.ofStation(StationFacts.ofPlugs(present))));
    }

    private Map<Integer, State> known() throws NotAcknowledgedException {
        Map<Integer, State> present = known;
        if (present == null) {
            ConnectorStates read = trackers.load(stream.charger(), registeredAt);
            read.plugs().forEach((evseId, words) -> plugs.put(evseId, new HashMap<>(words)));
            transactions.putAll(read.transactions());
            present = new HashMap<>(read.connectors());
            known = present;
        }
        return present;
    }
}
