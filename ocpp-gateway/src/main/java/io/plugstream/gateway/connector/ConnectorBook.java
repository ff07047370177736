package io.plugstream.gateway.connector;

import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ConnectorStates.State;
import io.plugstream.model.event.ConnectorStatusChanged;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connectors of one charger over one connection. Not safe for use by several threads at once. */
public final class ConnectorBook {

    /** More than any charger has; states beyond it are published but not remembered. */
    private static final int MOST = 256;

    private final ConnectorBooks books;
    private final ChargerStream stream;

    /** When the charger was registered that speaks over this connection. */
    private final @Nullable Instant registeredAt;

    private @Nullable Map<Integer, State> known;
    private boolean stored = true;

    ConnectorBook(ConnectorBooks books, ChargerStream stream, @Nullable Instant registeredAt) {
        this.books = books;
        this.stream = stream;
        this.registeredAt = registeredAt;
    }

    /** Publishes a change; a state that is as before is only recorded. */
    public void status(ConnectorStatus notification) throws NotAcknowledgedException {
        Map<Integer, State> states = known();
        State state = new State(notification.status(), notification.errorCode(), notification.vendorErrorCode());
        boolean changed = !state.equals(states.get(notification.connectorId()));
        publish(notification, changed);
        if (changed && (states.size() < MOST || states.containsKey(notification.connectorId()))) {
            states.put(notification.connectorId(), state);
            stored = false;
        }
        if (!stored) {
            stored = books.store(stream.charger(), states, registeredAt);
        }
    }

    private void publish(ConnectorStatus notification, boolean changed) throws NotAcknowledgedException {
        ConnectorStatusChanged event = new ConnectorStatusChanged(
                stream.charger().chargeBoxId(),
                notification.connectorId(),
                notification.status(),
                notification.errorCode(),
                notification.info(),
                notification.vendorErrorCode());
        if (changed) {
            stream.publish(event, notification.timestamp());
        } else {
            stream.recordOnly(event, notification.timestamp());
        }
    }

    private Map<Integer, State> known() throws NotAcknowledgedException {
        Map<Integer, State> present = known;
        if (present == null) {
            present = new HashMap<>(books.load(stream.charger(), registeredAt));
            known = present;
        }
        return present;
    }
}
